/** Installs a package on one agent, from a catalogue or by its name. */
import { Autocomplete, Group, NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Agent } from "../agents/queries";
import * as rules from "../api/rules.gen";
import { asWord } from "../api/word";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { software as words } from "./messages";
import { catalogueQuery, installPackage } from "./queries";

const MANAGERS: Record<string, string[]> = {
  windows: ["choco", "winget"],
  linux: ["apt", "dnf", "zypper", "pacman", "apk"],
  darwin: ["brew"],
};

interface InstallDialogProps {
  agent: Agent;
  onStart: (run: number) => void;
  onClose: () => void;
}

export function InstallDialog({ agent, onStart, onClose }: InstallDialogProps) {
  const form = useForm({
    initialValues: { name: "", manager: "", version: "", queue_hours: 24 as number | string },
  });
  const { problem, show } = useProblem(form);
  const install = useAction({
    act: ({ name, manager, version, queue_hours }: typeof form.values) =>
      installPackage(agent.agent_id, {
        name: name.trim(),
        manager: manager ? asWord(manager) : null,
        version: version.trim() || null,
        queue_hours: Number(queue_hours),
      }),
    onDone: onStart,
    refresh: [["runs"], ["pendingActions"]],
    onProblem: show,
  });
  const managers = MANAGERS[agent.plat] ?? [];
  const fromCatalogue = (form.values.manager || managers[0]) === "choco";
  const [asked] = useDebouncedValue(form.values.name.trim(), 200);
  const { data: found = [] } = useQuery({
    ...catalogueQuery(asked),
    enabled: fromCatalogue && asked.length > 1,
  });
  return (
    <FormDialog
      title={words.installTitle(agent.hostname)}
      submit={words.installNow}
      busy={install.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => install.mutate(values))}
      onClose={onClose}
    >
      <Autocomplete
        label={words.package}
        description={words.packageHint}
        data={fromCatalogue ? found : []}
        required
        spellCheck={false}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Group grow align="flex-start">
        <Select
          label={words.manager}
          data={[
            { value: "", label: words.managerOwn },
            ...managers.map((value) => ({ value, label: words.managers[value] ?? value })),
          ]}
          allowDeselect={false}
          {...form.getInputProps("manager")}
        />
        <TextInput
          label={words.packageVersion}
          placeholder={words.packageVersionHint}
          {...form.getInputProps("version")}
        />
      </Group>
      <NumberInput
        label={words.queueHours}
        {...rules.InstallSoftware.queue_hours}
        {...form.getInputProps("queue_hours")}
      />
    </FormDialog>
  );
}
