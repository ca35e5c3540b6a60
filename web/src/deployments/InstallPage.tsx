/** Install an agent: make the line, copy it, watch the computer come online. */
import {
  Alert,
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
import { type Client, clientsQuery, siteChoices } from "../clients/queries";
import { ActionButton } from "../ui/actions";
import { CopyIcon } from "../ui/CopyValue";
import { FormProblems } from "../ui/FormProblems";
import { focusFirstErrorSoon } from "../ui/formErrors";
import { ButtonLink } from "../ui/links";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { Empty, Loaded, ProblemNotice } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { useProblem } from "../ui/useProblem";
import { Arrivals } from "./Arrivals";
import { KindFields, MissingKinds } from "./KindFields";
import { nearest } from "./kinds";
import { deployments as words } from "./messages";
import { deploymentsQuery, type Kind, kindsQuery } from "./queries";
import { INSTALL_TABS } from "./tabs";

interface Made {
  site: number;
  command: Schema<"InstallCommand">;
}

export default function InstallPage() {
  const clients = useQuery(clientsQuery);
  const kinds = useQuery(kindsQuery);
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={INSTALL_TABS} />
      <Loaded query={clients}>
        {(all) =>
          all.some((client) => client.sites.length > 0) ? (
            <Loaded query={kinds}>{(known) => <Installer clients={all} kinds={known} />}</Loaded>
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

interface InstallerProps {
  clients: Client[];
  kinds: Kind[];
}

function Installer({ clients, kinds }: InstallerProps) {
  const [made, setMade] = useState<Made | null>(null);
  const isEmpty = !kinds.some((kind) => kind.available);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel>
        {isEmpty && <Alert color="yellow" title={words.noPrograms} mb="sm" />}
        {!isEmpty && <InstallForm clients={clients} kinds={kinds} onMade={setMade} />}
        <MissingKinds kinds={kinds} />
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

interface InstallFormProps extends InstallerProps {
  onMade: (made: Made) => void;
}

function InstallForm({ clients, kinds, onMade }: InstallFormProps) {
  const [filters] = useFilters();
  const sites = clients.flatMap((client) => client.sites);
  const only = sites.length === 1 ? String(sites[0]?.id) : null;
  const form = useForm<Values>({
    initialValues: {
      site: filters.site ?? only,
      agenttype: "workstation",
      ...nearest(kinds, "linux", "amd64"),
      expires: 24,
      max_uses: "",
      networks: [],
    },
    validate: { site: (site) => (site ? null : words.chooseSite) },
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
  const submit = form.onSubmit(
    (values) => create.mutate(values),
    () => focusFirstErrorSoon(),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Select
          label={words.site}
          data={siteChoices(clients)}
          searchable
          required
          {...form.getInputProps("site")}
        />
        <KindFields form={form} kinds={kinds} />
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
          placeholder={words.usesUnlimited}
          min={1}
          {...form.getInputProps("max_uses")}
        />
        <TagsInput
          label={words.networks}
          description={words.networksHint}
          {...form.getInputProps("networks")}
        />
        <Group justify="flex-end" gap="sm">
          <FormProblems errors={form.errors} />
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
