/** What a bulk action did, on which agents, by which rule, and its progress. */
import { Code, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery } from "../clients/queries";
import { formatNumber } from "../texts/format";
import { type Fact, Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Moment } from "../ui/Moment";
import { Panel } from "../ui/Page";
import { Status } from "../ui/Status";
import { type Tone, toneColor } from "../ui/theme";
import { bulk as words } from "./messages";
import type { Bulk, BulkGroup } from "./queries";
import { ruleOf, targetOf, whatOf } from "./what";

type Count = BulkGroup["status"];

const TONES: Record<Count, Tone> = {
  passed: "good",
  failed: "bad",
  timed_out: "bad",
  running: "info",
  queued: "warning",
  cancelled: "quiet",
  expired: "quiet",
  skipped: "quiet",
};

/** Done at once; nothing waits for agents that are offline. */
const WITHOUT_RULE: Bulk["mode"][] = ["edit", "remove", "checks"];

export function BulkAbout({ bulk }: { bulk: Bulk }) {
  const places = usePlaces();
  const rule = WITHOUT_RULE.includes(bulk.mode) ? [] : ruleOf(bulk.body);
  const facts: Fact[] = [
    [words.targetsTitle, targetOf(bulk.target, places)],
    [words.by, bulk.username],
    [words.when, <Moment key="when" time={bulk.created} />],
    [words.retryOf, bulk.retry_of ? <Repeated key="of" id={bulk.retry_of} /> : null],
  ];
  return (
    <Panel>
      <Stack gap="md">
        <What bulk={bulk} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing={0}>
          <Facts facts={facts} />
          {rule.length > 0 && <Facts facts={rule} />}
        </SimpleGrid>
        <Progressing bulk={bulk} />
      </Stack>
    </Panel>
  );
}

/** The command in whole; of anything else its name. */
function What({ bulk }: { bulk: Bulk }) {
  const { cmd } = bulk.body as { cmd?: string };
  if (bulk.mode === "command" && cmd) {
    return (
      <Code block fz="sm" mah={240} style={{ overflow: "auto", whiteSpace: "pre-wrap" }}>
        {cmd}
      </Code>
    );
  }
  const what = whatOf(bulk);
  return (
    <Text fw={600} style={{ overflowWrap: "anywhere" }}>
      {words.modes[bulk.mode] ?? bulk.mode}
      {what && `: ${what}`}
    </Text>
  );
}

function Repeated({ id }: { id: number }) {
  return (
    <TextLink to="/bulk/$bulkId" params={{ bulkId: String(id) }} size="sm">
      {words.one(id)}
    </TextLink>
  );
}

/** Names of clients and sites, as far as this person sees them. */
function usePlaces() {
  const { data: clients = [] } = useQuery(clientsQuery);
  return (kind: "client" | "site", id: number) => {
    if (kind === "client") return clients.find((one) => one.id === id)?.name;
    return clients.flatMap((one) => one.sites).find((one) => one.id === id)?.name;
  };
}

function Progressing({ bulk }: { bulk: Bulk }) {
  const { total, ...parts } = bulk.counts satisfies Record<Count, number>;
  const counts = Object.entries(parts) as [Count, number][];
  const shown = counts.filter(([, count]) => count > 0);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{words.status[bulk.status]}</Text>
        <Text size="sm" c="dimmed">
          {words.targets(total)}
        </Text>
      </Group>
      <Progress.Root size="lg">
        {shown.map(([name, count]) => (
          <Progress.Section
            key={name}
            value={(100 * count) / Math.max(1, total)}
            color={toneColor(TONES[name])}
            aria-label={words.counts[name]}
          />
        ))}
      </Progress.Root>
      <Group gap="md">
        {shown.map(([name, count]) => (
          <Status
            key={name}
            tone={TONES[name]}
            label={`${formatNumber(count)} ${words.counts[name]}`}
          />
        ))}
      </Group>
    </Stack>
  );
}
