/** Buttons and menu items that know which right they need, and say why they do nothing. */
import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  Tooltip,
} from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useRights } from "../session/me";
import type { Right } from "../session/rights";
import { useDialog } from "./dialog";

interface Needs {
  right?: Right | undefined;
  /** Another reason why this cannot be done now. */
  blocked?: string | undefined;
  onClick?: () => void;
}

/** Why an action is not available; nothing when it is. */
function useReason({ right, blocked }: Needs) {
  const { why } = useRights();
  return (right && why(right)) ?? blocked;
}

/**
 * A blocked action stays in the order of the Tab key, so that its reason can be
 * found; it just does nothing.
 */
function blockedProps(reason: string | undefined, onClick: (() => void) | undefined) {
  const handle = (event: MouseEvent) => {
    if (reason) event.preventDefault();
    else onClick?.();
  };
  return { onClick: handle, "data-disabled": reason ? true : undefined, "aria-disabled": !!reason };
}

/** A reason is for everyone: who points, who uses the keyboard, who touches. */
const REASON_ON = { hover: true, focus: true, touch: true };

type ActionButtonProps = Omit<ButtonProps, "onClick"> &
  Needs & {
    children: ReactNode;
    /** Sends the form it stands in, also by Enter. */
    type?: "submit";
  };

export function ActionButton({ right, blocked, onClick, children, ...others }: ActionButtonProps) {
  const reason = useReason({ right, blocked });
  return (
    <Tooltip label={reason} disabled={!reason} events={REASON_ON}>
      <Button {...others} {...blockedProps(reason, onClick)}>
        {children}
      </Button>
    </Tooltip>
  );
}

interface AddButtonProps {
  right: Right;
  /** The dialog it opens. */
  dialog: string;
  children: ReactNode;
}

export function AddButton({ right, dialog, children }: AddButtonProps) {
  const { show } = useDialog();
  return (
    <ActionButton right={right} leftSection={<IconPlus size={16} />} onClick={() => show(dialog)}>
      {children}
    </ActionButton>
  );
}

type IconActionProps = Omit<ActionIconProps, "onClick"> &
  Needs & {
    label: string;
    /** Whether what it opens is open: the tip would cover it. */
    isOpen?: boolean;
  };

/** An icon is a button too: `label` is its name for everyone who does not see it. */
export function IconAction({ right, blocked, onClick, label, isOpen, ...others }: IconActionProps) {
  const reason = useReason({ right, blocked });
  return (
    <Tooltip
      label={reason ?? label}
      disabled={isOpen ?? false}
      {...(reason && { events: REASON_ON })}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        {...others}
        {...blockedProps(reason, onClick)}
      />
    </Tooltip>
  );
}

type ActionItemProps = Omit<MenuItemProps, "onClick"> & Needs & { children: ReactNode };

export function ActionItem({ right, blocked, onClick, children, ...others }: ActionItemProps) {
  const reason = useReason({ right, blocked });
  // The library's red is too dark for text on a dark menu.
  const color = others.color === "red" ? "var(--tone-bad)" : others.color;
  const item = (
    <Menu.Item
      {...others}
      {...(color && { color })}
      {...blockedProps(reason, onClick)}
      closeMenuOnClick={!reason}
    >
      {children}
    </Menu.Item>
  );
  if (!reason) return item;
  return (
    <Tooltip label={reason} position="left" events={REASON_ON}>
      {item}
    </Tooltip>
  );
}
