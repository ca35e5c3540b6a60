/** A menu at a place on the screen: what the other mouse button and the menu key open. */
import { Menu, UnstyledButton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";

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
  useReturnFocus();
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

/** What had the focus before the menu goes on with it: the arrows walk on from the same row. */
function useReturnFocus() {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [before]);
}
