/** Runs a command or a script on this agent, and shows what it prints as it prints it. */
import { Box, SegmentedControl, SimpleGrid, Stack } from "@mantine/core";
import { IconTerminal2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { Panel } from "../ui/Page";
import { Empty, LinesSkeleton, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { CommandForm } from "./CommandForm";
import { running as words } from "./messages";
import { isOpen, runQuery } from "./queries";
import { RecentRuns } from "./RecentRuns";
import { RunOutput } from "./RunOutput";
import { ScriptRunForm } from "./ScriptRunForm";

export default function RunTab() {
  const query = useQuery(agentQuery(useAgentId()));
  return <Loaded query={query}>{(agent) => <Runner agent={agent} />}</Loaded>;
}

function Runner({ agent }: { agent: Agent }) {
  const [filters, setFilters] = useFilters();
  const again = Number(filters.again ?? 0);
  const { data: former } = useQuery({ ...runQuery(again), enabled: again > 0 });
  const { data: current } = useQuery({
    ...runQuery(Number(filters.run ?? 0)),
    enabled: filters.run !== undefined,
  });
  const kind = filters.kind ?? (former?.type === "script_run" ? "script" : "command");
  const show = (run: number) => setFilters({ run: String(run), again: undefined, kind });
  // The form stays as it is.
  const showBeside = (run: number) => setFilters({ run: String(run) });
  const shared = { agent, onStart: show, busy: current !== undefined && isOpen(current) };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Stack gap="md">
        <Panel>
          <Stack gap="md">
            <SegmentedControl
              aria-label={words.run}
              value={kind}
              onChange={(next) => setFilters({ kind: next, again: undefined })}
              data={[
                { value: "command", label: words.command },
                { value: "script", label: words.script },
              ]}
            />
            {again > 0 && !former ? (
              <LinesSkeleton />
            ) : kind === "command" ? (
              <CommandForm key={again} {...shared} former={former} />
            ) : (
              <ScriptRunForm key={again} {...shared} former={former} />
            )}
          </Stack>
        </Panel>
        <Box visibleFrom="lg">
          <RecentRuns agent={agent} onShow={showBeside} />
        </Box>
      </Stack>
      <Panel>
        {filters.run ? (
          <RunOutput key={filters.run} id={Number(filters.run)} onShow={showBeside} />
        ) : (
          <Empty
            title={words.nothing}
            hint={words.nothingHint}
            icon={<IconTerminal2 size={26} stroke={1.5} />}
          />
        )}
      </Panel>
      <Box hiddenFrom="lg">
        <RecentRuns agent={agent} onShow={showBeside} />
      </Box>
    </SimpleGrid>
  );
}
