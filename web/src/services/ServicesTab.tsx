/** Services of the computer, asked now: Windows services, systemd units, launchd jobs. */
import { Menu, Stack, Text } from "@mantine/core";
import {
  IconDots,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRotateClockwise,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { ActionButton, ActionItem, IconAction } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { FilterBar } from "../ui/FilterBar";
import { Status } from "../ui/Status";
import { Empty, Loaded, NothingFound } from "../ui/states";
import type { Tone } from "../ui/theme";
import { useFilters } from "../ui/useFilter";
import { services as words } from "./messages";
import { type Control, type Service, servicesQuery, useControl } from "./queries";
import { type Interruption, interruptionOf, ServiceDialog } from "./ServiceDialog";

const TONES: Record<string, Tone> = {
  running: "good",
  failed: "bad",
  starting: "info",
  stopping: "info",
};

export default function ServicesTab() {
  const agentId = useAgentId();
  const [filters] = useFilters();
  const { data: agent } = useQuery(agentQuery(agentId));
  const query = useQuery({ ...servicesQuery(agentId), enabled: agent?.status === "online" });
  const dialog = useDialog();
  const control = useControl(agentId);
  if (agent && agent.status !== "online" && !query.data) return <Empty title={words.offline} />;
  const shown = filters.show ?? "all";
  const isShown = (service: Service) => visible(service, shown, filters.search ?? "");
  const columns = columnsFor(control.mutate, (asked, name) =>
    dialog.show(`${asked}-service`, name),
  );
  const action = interruptionOf(dialog.open?.name);
  return (
    <Stack gap="sm">
      <FilterBar
        label={words.status}
        kinds={{ all: words.all, running: words.onlyRunning, failed: words.onlyFailed }}
      >
        <ActionButton
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {words.refresh}
        </ActionButton>
        <CsvButton
          name={`services-${agent?.hostname ?? agentId}`}
          columns={columns}
          rows={(query.data ?? []).filter(isShown)}
        />
      </FilterBar>
      <Loaded query={query}>
        {(all) => (
          <DataTable
            label={words.title}
            columns={columns}
            rows={all.filter(isShown)}
            id={(service) => service.name}
            order="name"
            empty={<NothingFound />}
          />
        )}
      </Loaded>
      {action && dialog.open?.subject && (
        <ServiceDialog
          action={action}
          name={dialog.open.subject}
          agentId={agentId}
          hostname={agent?.hostname}
          busy={control.isPending}
          onConfirm={() => {
            control.mutate({ name: dialog.open?.subject ?? "", action });
            dialog.close();
          }}
          onClose={dialog.close}
        />
      )}
    </Stack>
  );
}

function visible(service: Service, shown: string, search: string): boolean {
  const fits = shown === "all" || service.status === shown;
  const text = `${service.name} ${service.display_name} ${service.description}`.toLowerCase();
  return fits && text.includes(search.trim().toLowerCase());
}

function columnsFor(
  control: (control: Control) => void,
  ask: (action: Interruption, name: string) => void,
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
              blocked={status === "running" ? words.statuses.running : undefined}
              onClick={() => control({ name, action: "start" })}
            >
              {words.start}
            </ActionItem>
            <ActionItem
              leftSection={<IconRotateClockwise size={16} />}
              onClick={() => ask("restart", name)}
            >
              {words.restart}…
            </ActionItem>
            <ActionItem
              color="red"
              leftSection={<IconPlayerStop size={16} />}
              blocked={status === "stopped" ? words.statuses.stopped : undefined}
              onClick={() => ask("stop", name)}
            >
              {words.stop}…
            </ActionItem>
            <Menu.Label>{words.startType}</Menu.Label>
            {["auto", "manual", "disabled"].map((startType) => (
              <Menu.Item
                key={startType}
                fw={startType === start_type ? 600 : undefined}
                onClick={() => control({ name, action: { startType } })}
              >
                {words.startTypes[startType]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}
