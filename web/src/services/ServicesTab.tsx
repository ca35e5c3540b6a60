/** Services of the computer, read from the agent: Windows services, systemd units, launchd jobs. */
import { Stack } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lackOf } from "../agents/capabilities";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { FilterBar } from "../ui/FilterBar";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { serviceColumns } from "./columns";
import { services as words } from "./messages";
import { type Service, servicesQuery, useControl } from "./queries";
import { interruptionOf, ServiceDialog } from "./ServiceDialog";

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
  const columns = serviceColumns(
    control.mutate,
    (asked, name) => dialog.show(`${asked}-service`, name),
    lackOf(agent, "control_service"),
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
