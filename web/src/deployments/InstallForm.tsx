/** Makes the command that installs an agent. */
import { Group, NumberInput, Select, Stack, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconTerminal2 } from "@tabler/icons-react";
import { answer, api, type Schema } from "../api/client";
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
import { type InstallerValues, installerBody, needsSite, newInstaller } from "./installerValues";
import { KindFields } from "./KindFields";
import { deployments as words } from "./messages";
import { deploymentsQuery, type Kind } from "./queries";

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
    },
    validate: needsSite,
  });
  const { problem, show, clear } = useProblem(form);
  const create = useAction({
    act: async (values: Values): Promise<Made> => {
      const body = {
        ...installerBody(values),
        installMethod: values.plat === "darwin" ? ("mac" as const) : ("manual" as const),
        expires: values.expires,
        networks: values.networks,
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

interface InstallFormProps extends InstallerProps {
  onMade: (made: Made) => void;
}

interface Values extends InstallerValues {
  /** In hours. */
  expires: number;
  networks: string[];
}

export interface Made {
  site: number;
  command: Schema<"InstallCommand">;
}

export interface InstallerProps {
  clients: Client[];
  kinds: Kind[];
}
