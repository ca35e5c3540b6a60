/** Open alerts: how many of each severity, and of which clients. */
import { Group, Table, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { byClient, bySeverity, type ClientAlerts } from "../alerts/grouping";
import { alerts } from "../alerts/messages";
import type { Alert } from "../alerts/queries";
import { SEVERITIES, SEVERITY_TONES, worstOf } from "../alerts/state";
import type { ListPage } from "../api/client";
import { formatNumber } from "../texts/format";
import { TextLink } from "../ui/links";
import { toneColor } from "../ui/theme";
import { FindingPanel } from "./FindingPanel";
import type { Found } from "./findings";
import { overview as words } from "./messages";

/** More are on the page of alerts. */
const SHOWN = 8;

interface AlertsPanelProps {
  query: UseQueryResult<ListPage<Alert>>;
  /** Nothing as long as it is not known. */
  found: Found;
  why: string | undefined;
}

export function AlertsPanel({ query, found, why }: AlertsPanelProps) {
  const { count, results = [] } = query.data ?? {};
  const worst = worstOf(results.map(({ severity }) => severity)) ?? "info";
  const isPart = count !== undefined && count > results.length;
  return (
    <FindingPanel
      className="two-columns"
      title={words.alerts}
      found={found}
      text={alerts.bellSpoken(count ?? 0)}
      to="/alerts"
      search={{}}
      tone={SEVERITY_TONES[worst]}
      none={words.alertsNone}
      why={why}
      query={query}
      note={isPart && words.alertsCounted(formatNumber(results.length), formatNumber(count))}
    >
      <Severities results={results} />
      <Clients groups={byClient(results)} />
    </FindingPanel>
  );
}

function Severities({ results }: { results: Alert[] }) {
  const counts = bySeverity(results);
  return (
    <Group gap="md">
      {SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
        <TextLink
          key={severity}
          to="/alerts"
          search={{ severity }}
          size="sm"
          c={toneColor(SEVERITY_TONES[severity])}
          preload={false}
        >
          {alerts.severities[severity]}: {formatNumber(counts[severity])}
        </TextLink>
      ))}
    </Group>
  );
}

function Clients({ groups }: { groups: ClientAlerts[] }) {
  const more = groups.length - SHOWN;
  return (
    <>
      <Table aria-label={words.byClient} verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.client}</Table.Th>
            {SEVERITIES.map((severity) => (
              <Table.Th key={severity} ta="right">
                {alerts.severities[severity]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.slice(0, SHOWN).map((group) => (
            <ClientRow key={group.id ?? "none"} group={group} />
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {words.moreClients(more)}
        </Text>
      )}
    </>
  );
}

function ClientRow({ group: { id, client, counts } }: { group: ClientAlerts }) {
  return (
    <Table.Tr>
      <Table.Td>
        {id === null ? (
          words.noClient
        ) : (
          <TextLink to="/alerts" search={{ client: String(id) }} size="sm" preload={false}>
            {client ?? String(id)}
          </TextLink>
        )}
      </Table.Td>
      {SEVERITIES.map((severity) => (
        <Table.Td
          key={severity}
          ta="right"
          className="numbers"
          c={counts[severity] > 0 ? toneColor(SEVERITY_TONES[severity]) : "dimmed"}
        >
          {formatNumber(counts[severity])}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
