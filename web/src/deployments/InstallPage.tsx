/** Install an agent: make the line, copy it, watch the computer come online. */
import {
  Button,
  Code,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBuilding, IconTerminal2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agents } from "../agents/messages";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../api/queries";
import { type Client, clientsQuery, siteChoices } from "../clients/queries";
import { ActionButton } from "../ui/actions";
import { CopyIcon } from "../ui/CopyValue";
import { ButtonLink } from "../ui/links";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { Empty, Loaded, ProblemNotice } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { useProblem } from "../ui/useProblem";
import { Arrivals } from "./Arrivals";
import { deployments as words } from "./messages";
import { ARCHITECTURES, deploymentsQuery } from "./queries";
import { INSTALL_TABS } from "./tabs";

interface Made {
  site: number;
  command: Schema<"InstallCommand">;
}

export default function InstallPage() {
  const clients = useQuery(clientsQuery);
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={INSTALL_TABS} />
      <Loaded query={clients}>
        {(all) =>
          all.some((client) => client.sites.length > 0) ? (
            <Installer clients={all} />
          ) : (
            <Empty
              title={words.noSites}
              hint={words.noSitesHint}
              icon={<IconBuilding size={26} stroke={1.5} />}
            >
              <ButtonLink to="/clients" search={{ dialog: "add-client" }}>
                {words.where}
              </ButtonLink>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function Installer({ clients }: { clients: Client[] }) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel>
        <InstallForm clients={clients} onMade={setMade} />
      </Panel>
      {made && (
        <Stack gap="md">
          <Panel>
            <PanelTitle>{words.line}</PanelTitle>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code
                block
                fz="sm"
                style={{ flex: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
              >
                {made.command.cmd}
              </Code>
              <CopyIcon value={made.command.cmd} />
            </Group>
          </Panel>
          <Arrivals key={made.command.cmd} site={made.site} />
          <Button variant="subtle" color="gray" onClick={() => setMade(null)}>
            {words.again}
          </Button>
        </Stack>
      )}
    </SimpleGrid>
  );
}

interface Values {
  site: string | null;
  agenttype: string;
  plat: string;
  goarch: string;
  expires: number;
  max_uses: number | string;
  networks: string[];
}

function InstallForm({ clients, onMade }: { clients: Client[]; onMade: (made: Made) => void }) {
  const [filters] = useFilters();
  const sites = clients.flatMap((client) => client.sites);
  const only = sites.length === 1 ? String(sites[0]?.id) : null;
  const form = useForm<Values>({
    initialValues: {
      site: filters.site ?? only,
      agenttype: "workstation",
      plat: "linux",
      goarch: "amd64",
      expires: 24,
      max_uses: "",
      networks: [],
    },
  });
  const { problem, show, clear } = useProblem(form);
  const create = useAction({
    act: async (values: Values): Promise<Made> => {
      const body = {
        installMethod: values.plat === "darwin" ? "mac" : "manual",
        site: Number(values.site),
        agenttype: values.agenttype,
        plat: values.plat,
        goarch: values.goarch,
        expires: values.expires,
        networks: values.networks,
        ...(values.max_uses !== "" && { max_uses: Number(values.max_uses) }),
      };
      const command = await answer(api.POST("/agents/installer/", { body }));
      return { site: body.site, command: command as Schema<"InstallCommand"> };
    },
    refresh: [deploymentsQuery.queryKey],
    onDone: (made) => {
      clear();
      onMade(made);
    },
    onProblem: show,
  });
  const submit = form.onSubmit((values) => create.mutate(values));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Select
          label={words.site}
          description={words.where}
          data={siteChoices(clients)}
          searchable
          required
          {...form.getInputProps("site")}
        />
        <Group grow align="flex-start">
          <Select
            label={words.platform}
            data={Object.entries(agents.platform).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps("plat")}
          />
          <Select
            label={words.architecture}
            data={ARCHITECTURES}
            allowDeselect={false}
            {...form.getInputProps("goarch")}
          />
        </Group>
        <Group grow align="flex-start">
          <Select
            label={words.type}
            data={[
              { value: "workstation", label: agents.workstation },
              { value: "server", label: agents.server },
            ]}
            allowDeselect={false}
            {...form.getInputProps("agenttype")}
          />
          <NumberInput label={words.hours} min={1} max={8760} {...form.getInputProps("expires")} />
        </Group>
        <NumberInput
          label={words.uses}
          description={words.usesHint}
          min={1}
          {...form.getInputProps("max_uses")}
        />
        <TagsInput
          label={words.networks}
          description={words.networksHint}
          {...form.getInputProps("networks")}
        />
        <Group justify="flex-end">
          <ActionButton
            right="can_install_agents"
            leftSection={<IconTerminal2 size={16} />}
            loading={create.isPending}
            onClick={() => submit()}
          >
            {words.create}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
