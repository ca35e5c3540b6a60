/** The health report of the server. */
import { Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { FreezeButton } from "../freeze/FreezeButton";
import { formatNumber, formatPercent } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { Facts } from "../ui/Facts";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { Status } from "../ui/Status";
import { Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { health as words } from "./messages";
import { healthQuery } from "./queries";

type Report = Schema<"HealthReport">;

/** The report has each part under two names, for monitors of any age; people see one. */
const SERVICES = ["appserver", "bus", "bus-api", "cache", "remote", "scheduler", "worker"] as const;

export default function HealthPage() {
  const query = useQuery(healthQuery);
  const clear = useAction({
    act: () => answer(api.POST("/core/clearcache/")),
    done: (message) => message,
  });
  const actions = (
    <>
      <ActionButton
        right="can_do_server_maint"
        variant="default"
        loading={clear.isPending}
        onClick={() => clear.mutate()}
      >
        {words.clearCache}
      </ActionButton>
      <FreezeButton />
    </>
  );
  return (
    <Page title={words.title} about={words.about} actions={actions}>
      <Loaded query={query}>
        {(report) => (
          <Stack gap="md">
            <Report report={report} />
            <Text size="sm" c="dimmed">
              {words.monitoring}
            </Text>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Report({ report }: { report: Report }) {
  const services = SERVICES.map((name) => [name, report.services_running[name]] as const);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      <Panel>
        <PanelTitle>{words.title}</PanelTitle>
        <Facts
          facts={[
            [words.version, report.version],
            [words.agentVersion, report.latest_agent_version],
            [words.agents, formatNumber(report.agent_count)],
            [words.clients, formatNumber(report.client_count)],
            [words.sites, formatNumber(report.site_count)],
            [words.queue, <Queue report={report} />],
            [words.certificate, <Certificate report={report} />],
          ]}
        />
        <Stack gap="sm" mt="md">
          <Gauge label={words.disk} percent={report.disk_usage_percent} />
          <Gauge label={words.memory} percent={report.mem_usage_percent} />
        </Stack>
      </Panel>
      <Panel>
        <PanelTitle>{words.parts}</PanelTitle>
        <Facts
          facts={[
            [words.cache, <Alive up={report.cache_ping} />],
            [words.bus, <Alive up={report.bus_std_ping} />],
            [words.busSockets, <Alive up={report.bus_ws_ping} />],
            [words.remote, <Alive up={report.remote_ping} />],
          ]}
        />
      </Panel>
      <Panel>
        <PanelTitle>{words.services}</PanelTitle>
        <Facts
          facts={services.map(([name, up]) => [
            name,
            <Status tone={up ? "good" : "quiet"} label={up ? words.running : words.stopped} />,
          ])}
        />
      </Panel>
    </SimpleGrid>
  );
}

function Queue({ report }: { report: Report }) {
  const tone = report.queue_health === "healthy" ? "good" : "bad";
  return (
    <Group gap="sm">
      {formatNumber(report.queue_len)}
      <Status tone={tone} label={words.queueHealth[report.queue_health]} />
    </Group>
  );
}

/** What the report says where there is no certificate to look at. */
const NO_CERTIFICATE = 9999;

function Certificate({ report }: { report: Report }) {
  if (report.cert_expired) return <Status tone="bad" label={words.certificateExpired} />;
  const days = report.days_until_cert_expires;
  if (days >= NO_CERTIFICATE) return <Text c="dimmed">{words.certificateNone}</Text>;
  if (days === 0) return <Status tone="warning" label={words.certificateUnreadable} />;
  return <Status tone={days <= 15 ? "warning" : "good"} label={words.certificateDays(days)} />;
}

function Alive({ up }: { up: boolean }) {
  return <Status tone={up ? "good" : "quiet"} label={up ? words.answers : words.silent} />;
}

function Gauge({ label, percent }: { label: string; percent: number }) {
  const color =
    percent >= 95
      ? "var(--tone-bad)"
      : percent >= 80
        ? "var(--tone-warning)"
        : "var(--mantine-color-teal-6)";
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed" className="numbers">
          {formatPercent(percent)}
        </Text>
      </Group>
      <Progress value={percent} color={color} aria-label={label} />
    </div>
  );
}
