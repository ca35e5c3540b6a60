/** The registry of a Windows computer, read from the agent: keys beside the values of one. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lackOf } from "../agents/capabilities";
import { offlineReason } from "../agents/presence";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { labelOf, valueColumns } from "./columns";
import type { Base } from "./data";
import { KeyTree } from "./KeyTree";
import { registry as words } from "./messages";
import { idOf, ROOT } from "./path";
import { type Key, PAGE_SIZE, registryQuery } from "./queries";
import { RegistryDialogs } from "./RegistryDialogs";
import classes from "./RegistryTab.module.css";
import { Toolbar } from "./Toolbar";
import { wholeData } from "./wholeData";

export default function RegistryTab() {
  const query = useQuery(agentQuery(useAgentId()));
  return (
    <Loaded query={query}>
      {(agent) =>
        agent.plat === "windows" ? (
          <Registry agent={agent} />
        ) : (
          <Empty title={words.onlyWindows} hint={words.onlyWindowsHint} />
        )
      }
    </Loaded>
  );
}

function Registry({ agent }: { agent: Agent }) {
  const [filters, setFilters] = useFilters();
  const path = filters.path ?? ROOT;
  const numbers: Base = filters.numbers === "decimal" ? "decimal" : "hex";
  const blocked = lackOf(agent, "read_registry") ?? offlineReason(agent, words.offline);
  const online = blocked === undefined;
  const agentId = agent.agent_id;
  const query = useQuery({
    ...registryQuery(agentId, path, Number(filters.page ?? 1)),
    enabled: online,
  });
  if (blocked && !query.data) return <Empty title={blocked} />;
  const show = (next: string, step: boolean) =>
    setFilters(
      { path: next === ROOT ? undefined : next, page: undefined, dialog: undefined },
      { step },
    );
  const go = (next: string) => show(next, true);
  // Back must not lead to a dialog about a key that has another name now, or is gone.
  const goFromDialog = (next: string) => show(next, false);
  return (
    <Stack gap="sm">
      <Toolbar agentId={agentId} path={path} numbers={numbers} blocked={blocked} go={go} />
      <div className={classes.panes}>
        <div className={classes.keys}>
          <KeyTree key={agentId} agentId={agentId} online={online} selected={path} select={go} />
        </div>
        <Stack gap="sm" miw={0}>
          <Loaded query={query}>
            {(shown) => (
              <>
                <Values shown={shown} numbers={numbers} blocked={blocked} />
                <RegistryDialogs
                  agentId={agentId}
                  shown={shown}
                  numbers={numbers}
                  go={goFromDialog}
                />
              </>
            )}
          </Loaded>
        </Stack>
      </div>
    </Stack>
  );
}

interface ValuesProps {
  shown: Key;
  numbers: Base;
  blocked: string | undefined;
}

function Values({ shown, numbers, blocked }: ValuesProps) {
  const dialog = useDialog();
  return (
    <>
      {shown.note && (
        <Text size="sm" c="dimmed">
          {shown.note}
        </Text>
      )}
      <DataTable
        key={idOf(shown.path)}
        label={words.values}
        columns={valueColumns({ base: numbers, blocked, ask: dialog.show })}
        rows={shown.values}
        id={(value) => value.name}
        order="name"
        detail={wholeData}
        detailLabel={(value) => words.whole(labelOf(value.name))}
        empty={<Empty title={words.none} hint={words.noneHint} />}
      />
      <Pager count={shown.value_count} size={PAGE_SIZE} />
    </>
  );
}
