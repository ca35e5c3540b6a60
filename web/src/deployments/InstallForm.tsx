/** Makes what installs an agent: a command, a script, an archive. */
import { Group, NumberInput, Select, Stack, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload, IconTerminal2 } from "@tabler/icons-react";
import * as rules from "../api/rules.gen";
import { type Client, siteChoices } from "../clients/queries";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { focusFirstErrorSoon } from "../ui/formErrors";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { useProblem } from "../ui/useProblem";
import { AgentTypeSelect, UsesInput } from "./installerInputs";
import { needsSite, newInstaller } from "./installerValues";
import { KindFields } from "./KindFields";
import { findKind } from "./kinds";
import { type Made, makeInstaller, type Values } from "./makeInstaller";
import { deployments as words } from "./messages";
import { deploymentsQuery, type Kind } from "./queries";
import { WayFields } from "./WayFields";
import { nearestWay } from "./ways";

export function InstallForm({ clients, kinds, onMade }: InstallFormProps) {
  const [filters] = useFilters();
  const sites = clients.flatMap((client) => client.sites);
  const only = sites.length === 1 ? String(sites[0]?.id) : null;
  const form = useForm<Values>({
    initialValues: {
      ...newInstaller(kinds, filters.site ?? only),
      expires: 24,
      max_uses: 1,
      networks: [],
      way: "line",
      extras: [],
      isStatic: false,
    },
    validate: needsSite,
  });
  const kind = findKind(kinds, form.values);
  const way = nearestWay(kind, form.values.way);
  const isFile = way === "script" || way === "archive";
  const { problem, show, clear } = useProblem(form);
  const create = useAction({
    act: (values: Values) => makeInstaller({ ...values, way }, kind),
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
        <WayFields form={form} kind={kind} />
        <Group grow align="flex-start">
          <AgentTypeSelect {...form.getInputProps("agenttype")} />
          <NumberInput
            label={words.hours}
            {...rules.CreateInstaller.expires}
            {...form.getInputProps("expires")}
          />
        </Group>
        <UsesInput {...form.getInputProps("max_uses")} />
        <TagsInput
          label={words.networks}
          description={words.networksHint}
          {...form.getInputProps("networks")}
        />
        <Group justify="flex-end" gap="sm">
          <FormProblems errors={form.errors} />
          <ActionButton
            right="can_install_agents"
            leftSection={isFile ? <IconDownload size={16} /> : <IconTerminal2 size={16} />}
            loading={create.isPending}
            onClick={() => submit()}
          >
            {isFile ? words.download : words.create}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

interface InstallFormProps extends InstallerProps {
  onMade: (made: Made) => void;
}

export interface InstallerProps {
  clients: Client[];
  kinds: Kind[];
}
