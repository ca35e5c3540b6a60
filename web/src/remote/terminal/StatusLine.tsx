/** Below a terminal: how the session is, who sees it, and what can be chosen. */
import { Badge, Menu } from "@mantine/core";
import {
  IconCheck,
  IconPlayerRecordFilled,
  IconSearch,
  IconSettings,
  IconTextDecrease,
  IconTextIncrease,
} from "@tabler/icons-react";
import { IconAction } from "../../ui/actions";
import { remote as words } from "../messages";
import { PhaseStatus } from "../PhaseStatus";
import type { OpenSession } from "../sessions";
import { settings, useSettings } from "../settings";
import { usePipe } from "../usePipe";
import { Viewers } from "../Viewers";
import classes from "./Terminal.module.css";

interface StatusLineProps {
  session: OpenSession;
  onSearch: () => void;
}

export function StatusLine({ session, onSearch }: StatusLineProps) {
  const { phase, recording, started } = usePipe(session.pipe);
  return (
    <footer className={classes.status}>
      <PhaseStatus phase={phase} />
      <span>{started.shell}</span>
      <span>{started.account && words.as(started.account)}</span>
      {recording && (
        <Badge
          color="red"
          variant="light"
          tt="none"
          title={words.recordingHint}
          leftSection={<IconPlayerRecordFilled size={10} />}
        >
          {words.recording}
        </Badge>
      )}
      <div className={classes.right}>
        <Viewers pipe={session.pipe} />
        <IconAction size="sm" label={words.search} onClick={onSearch}>
          <IconSearch size={15} />
        </IconAction>
        <Options />
      </div>
    </footer>
  );
}

/** Choices of this browser, for all terminals. */
function Options() {
  const { screenReader, remoteClipboard } = useSettings();
  const mark = (isOn: boolean) => (isOn ? <IconCheck size={14} /> : <span style={{ width: 14 }} />);
  return (
    <Menu position="top-end" closeOnItemClick={false}>
      <Menu.Target>
        <IconAction size="sm" label={words.options}>
          <IconSettings size={15} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTextIncrease size={14} />} onClick={() => settings.zoom(1)}>
          {words.larger}
        </Menu.Item>
        <Menu.Item leftSection={<IconTextDecrease size={14} />} onClick={() => settings.zoom(-1)}>
          {words.smaller}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={screenReader}
          leftSection={mark(screenReader)}
          onClick={() => settings.set({ screenReader: !screenReader })}
        >
          {words.screenReader}
        </Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={remoteClipboard}
          leftSection={mark(remoteClipboard)}
          onClick={() => settings.set({ remoteClipboard: !remoteClipboard })}
        >
          {words.remoteClipboard}
        </Menu.Item>
        <Menu.Divider />
        {words.shortcuts.map(([keys, about]) => (
          <Menu.Label key={keys}>
            {keys}: {about}
          </Menu.Label>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
