/** Links to pages of ours, in the looks of Mantine and with the router's checked addresses. */
import {
  Anchor,
  type AnchorProps,
  Badge,
  type BadgeProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

/** What the router puts on an `a`. */
type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "color" | "style"> & {
  ref?: Ref<HTMLAnchorElement>;
};

export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} />);

export const ButtonLink = createLink((props: ButtonProps & Native) => (
  <Button component="a" {...props} />
));

export const BadgeLink = createLink((props: BadgeProps & Native) => (
  <Badge component="a" {...props} />
));

export const MenuLink = createLink((props: MenuItemProps & Native) => (
  <Menu.Item component="a" {...props} />
));
