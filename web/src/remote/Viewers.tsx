/** Who sees a session, who of them types, and a way to take over. */
import { Button, Menu } from "@mantine/core";
import { IconEye, IconKeyboard, IconUsers } from "@tabler/icons-react";
import { remote as words } from "./messages";
import type { Pipe } from "./pipe/pipe";
import type { Viewer } from "./pipe/status";
import { usePipe } from "./usePipe";

export function Viewers({ pipe }: { pipe: Pipe }) {
  const { viewers, driver, phase } = usePipe(pipe);
  const isWatching = phase.is === "open" && !driver;
  if (viewers.length < 2 && !isWatching) return null;
  return (
    <>
      {isWatching && (
        <>
          <span>{words.watching}</span>
          <Button
            size="compact-xs"
            variant="light"
            title={words.takeOverHint}
            onClick={() => pipe.takeOver()}
          >
            {words.takeOver}
          </Button>
        </>
      )}
      <Menu position="top-end">
        <Menu.Target>
          <Button size="compact-xs" variant="default" leftSection={<IconUsers size={13} />}>
            {words.viewers(viewers.length)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{words.viewersTitle}</Menu.Label>
          {viewers.map((viewer) => (
            <ViewerItem key={viewer.id} viewer={viewer} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function ViewerItem({ viewer }: { viewer: Viewer }) {
  const { name, you, driver } = viewer;
  const Icon = driver ? IconKeyboard : IconEye;
  return (
    <Menu.Item leftSection={<Icon size={14} />}>
      {you ? words.you(name) : name}: {driver ? words.types : words.watches}
    </Menu.Item>
  );
}
