/** What the list of services shows, and what can be done with a service. */
import { Menu, Text } from "@mantine/core";
import { IconDots, IconPlayerPlay, IconPlayerStop, IconRotateClockwise } from "@tabler/icons-react";
import { ActionItem, IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { services as words } from "./messages";
import type { Control, Service } from "./queries";
import type { Interruption } from "./ServiceDialog";

export function serviceColumns(
  control: (control: Control) => void,
  ask: (action: Interruption, name: string) => void,
  /** Why the agent cannot control services, if it cannot. */
  lack: string | undefined,
): Column<Service>[] {
  return [
    {
      id: "name",
      title: words.name,
      cell: (service) => (
        <>
          <Text inherit fw={500}>
            {service.display_name || service.name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {service.name}
          </Text>
        </>
      ),
      sort: (service) => service.display_name || service.name,
    },
    {
      id: "status",
      title: words.status,
      width: 120,
      cell: ({ status }) => (
        <Status tone={TONES[status] ?? "quiet"} label={words.statuses[status] ?? status} />
      ),
      sort: (service) => service.status,
    },
    {
      id: "starts",
      title: words.startType,
      width: 170,
      wide: true,
      cell: (service) => words.startTypes[service.start_type] ?? service.start_type,
      sort: (service) => service.start_type,
    },
    {
      id: "user",
      title: words.user,
      width: 140,
      wide: true,
      cell: (service) => service.username,
      sort: (service) => service.username,
    },
    {
      id: "pid",
      title: words.pid,
      width: 90,
      wide: true,
      align: "right",
      cell: (service) => service.pid || "",
      sort: (service) => service.pid,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: ({ name, status, start_type }) => (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <IconAction label={words.actions(name)}>
              <IconDots size={18} />
            </IconAction>
          </Menu.Target>
          <Menu.Dropdown>
            <ActionItem
              leftSection={<IconPlayerPlay size={16} />}
              blocked={lack ?? (status === "running" ? words.statuses.running : undefined)}
              onClick={() => control({ name, action: "start" })}
            >
              {words.start}
            </ActionItem>
            <ActionItem
              leftSection={<IconRotateClockwise size={16} />}
              blocked={lack}
              onClick={() => ask("restart", name)}
            >
              {words.restart}…
            </ActionItem>
            <ActionItem
              color="red"
              leftSection={<IconPlayerStop size={16} />}
              blocked={lack ?? (status === "stopped" ? words.statuses.stopped : undefined)}
              onClick={() => ask("stop", name)}
            >
              {words.stop}…
            </ActionItem>
            <Menu.Label>{words.startType}</Menu.Label>
            {(["auto", "manual", "disabled"] as const).map((startType) => (
              <ActionItem
                key={startType}
                fw={startType === start_type ? 600 : undefined}
                blocked={lack}
                onClick={() => control({ name, action: { startType } })}
              >
                {words.startTypes[startType]}
              </ActionItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}

const TONES: Record<string, Tone> = {
  running: "good",
  failed: "bad",
  starting: "info",
  stopping: "info",
};
