/** The choices of a snooze, under a button. */
import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { alerts as words } from "./messages";
import { SNOOZES, snoozeEnd } from "./snooze";

interface SnoozeMenuProps {
  /** The button; a blocked one opens nothing. */
  children: ReactNode;
  isBlocked: boolean;
  /** Nothing: until somebody lifts it. */
  onSnooze: (until: Date | null) => void;
  /** Asks for a date. */
  onDate: () => void;
  /** Ends the snooze, where there may be one. */
  onLift?: (() => void) | undefined;
  /** For something around it that closes when others are clicked. */
  onOpen?: ((isOpen: boolean) => void) | undefined;
}

export function SnoozeMenu(props: SnoozeMenuProps) {
  const [first, second, third, ...others] = SNOOZES.map((choice) => (
    <Menu.Item key={choice} onClick={() => props.onSnooze(snoozeEnd(choice, new Date()))}>
      {words.snoozes[choice]}
    </Menu.Item>
  ));
  return (
    <Menu
      position="bottom-end"
      disabled={props.isBlocked}
      {...(props.onOpen && { onChange: props.onOpen })}
    >
      <Menu.Target>{props.children}</Menu.Target>
      <Menu.Dropdown>
        {first}
        {second}
        {third}
        <Menu.Item onClick={props.onDate}>{words.snoozes.date}</Menu.Item>
        {others}
        {props.onLift && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={props.onLift}>{words.unsnooze}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
