/** A menu at a place on the screen: what the other mouse button and the menu key open. */
import { Menu, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";

/** A place on the screen. */
export interface Spot {
  x: number;
  y: number;
}

interface SpotMenuProps {
  /** What it is about; also read out. */
  label: string;
  spot: Spot;
  onClose: () => void;
  children: ReactNode;
}

export function SpotMenu({ label, spot, onClose, children }: SpotMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={230}
      // Not on a key: the one that opened the menu is still on its way.
      clickOutsideEvents={["mousedown", "touchstart"]}
    >
      <Menu.Target>
        <UnstyledButton tabIndex={-1} aria-label={label} pos="fixed" left={spot.x} top={spot.y} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
