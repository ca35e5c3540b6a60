/** What can be opened on a computer: a button with a menu, or its items in another one. */
import { Button, Kbd, Menu } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconChevronDown, IconPlugConnected } from "@tabler/icons-react";
import { ActionItem } from "../ui/actions";
import { OFFERED } from "./kind";
import { KINDS } from "./kinds";
import { remote as words } from "./messages";
import { lackOfBrowser } from "./support";
import { type AgentToConnect, useConnect } from "./useConnect";

interface ConnectProps {
  agent: AgentToConnect;
  /** Why the program on the agent cannot open sessions, if it cannot. */
  lack: string | undefined;
}

export function ConnectMenu({ agent, lack }: ConnectProps) {
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button
          leftSection={<IconPlugConnected size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {words.connect}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ConnectItems agent={agent} lack={lack} />
      </Menu.Dropdown>
    </Menu>
  );
}

export function ConnectItems({ agent, lack }: ConnectProps) {
  const { open, askFor, blocked } = useConnect(agent, lack ?? lackOfBrowser());
  return (
    <>
      {OFFERED.map((kind) => {
        const { icon: Icon, right, letter, asks } = KINDS[kind];
        return (
          <ActionItem
            key={kind}
            right={right}
            blocked={blocked}
            leftSection={<Icon size={16} />}
            rightSection={<Letters letter={letter} />}
            onClick={() => open(kind)}
          >
            {words.offers[kind]}
            {asks && "…"}
          </ActionItem>
        );
      })}
      <ActionItem
        right={KINDS.terminal.right}
        blocked={blocked}
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        onClick={() => askFor("terminal")}
      >
        {words.terminalAs}…
      </ActionItem>
    </>
  );
}

/** The keys that do the same; the name of the item is said without them. */
function Letters({ letter }: { letter: string }) {
  return (
    <Kbd size="xs" aria-hidden>
      c {letter}
    </Kbd>
  );
}
