/** Keys that this computer or its browser keep for themselves, and what all other keys mean. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconKeyboard } from "@tabler/icons-react";
import { useRef } from "react";
import { ActionItem } from "../../ui/actions";
import { SPECIAL_KEYS } from "./keys";
import { screen as words } from "./messages";
import { options } from "./options";
import type { ScreenState } from "./useScreen";
import type { KeyMode } from "./wire";

export function KeysMenu({ screen }: { screen: ScreenState }) {
  const { feed, blocked, focusKeyboard } = screen;
  const wasPressed = useRef(false);
  const press = (codes: string[]) => {
    feed.send([{ type: "combination", codes }]);
    wasPressed.current = true;
  };
  /** Whoever pressed something goes on there, unless a keyboard of glass would cover the picture. */
  const goOn = () => {
    const isMouse = window.matchMedia("(pointer: fine)").matches;
    if (wasPressed.current && isMouse) focusKeyboard();
    wasPressed.current = false;
  };
  return (
    <Menu position="bottom-start" onExitTransitionEnd={goOn}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconKeyboard size={16} />}
          rightSection={<IconChevronDown size={12} />}
        >
          {words.keys}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
        <Menu.Label>{words.keyMode}</Menu.Label>
        <Menu.RadioGroup
          value={screen.options.mode}
          onChange={(mode) => options.change({ mode: mode as KeyMode })}
        >
          <Menu.RadioItem value="text">{words.modes.text}</Menu.RadioItem>
          <Menu.RadioItem value="shortcut">{words.modes.shortcut}</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{words.specialKeys}</Menu.Label>
        {SPECIAL_KEYS.map(([name, codes]) => (
          <ActionItem key={name} blocked={blocked} onClick={() => press(codes)}>
            {name}
          </ActionItem>
        ))}
        <Menu.Divider />
        <Menu.Label maw={280}>{words.keyboardHint}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
