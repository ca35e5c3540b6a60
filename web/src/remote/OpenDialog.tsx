/** Opens a session with more than the defaults: which shell, as whom, and why. */
import { Autocomplete, Checkbox } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Problem } from "../api/problem";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import type { Kind } from "./kind";
import { remote as words } from "./messages";
import { openSession } from "./openSession";
import { agentToOpenQuery } from "./queries";
import { ReasonField } from "./ReasonField";

interface OpenDialogProps {
  agentId: string;
  kind: Kind;
  onClose: () => void;
}

const SHELLS: Record<string, string[]> = {
  windows: ["powershell", "cmd"],
  linux: ["bash", "sh"],
  darwin: ["zsh", "bash", "sh"],
};

export default function OpenDialog({ agentId, kind, onClose }: OpenDialogProps) {
  const { data: agent } = useQuery(agentToOpenQuery(agentId));
  const hostname = agent?.hostname ?? "";
  const form = useForm({
    initialValues: { shell: "", run_as_user: false, reason: "" },
  });
  const { problem, show } = useProblem(form);
  const open = useAction<typeof form.values, void>({
    act: ({ run_as_user: runAsUser, ...typed }) =>
      openSession({ agentId, hostname, kind, runAsUser, ...typed }),
    refresh: [["remote"]],
    onDone: onClose,
    onProblem: (refusal: Problem) => show(refusal),
  });
  return (
    <FormDialog
      title={words.openTitle(words.kinds[kind], hostname)}
      submit={words.openAction}
      busy={open.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => open.mutate(values))}
      onClose={onClose}
    >
      {kind === "terminal" && (
        <>
          <Autocomplete
            label={words.shell}
            description={words.shellHint}
            data={SHELLS[agent?.plat ?? ""] ?? []}
            {...form.getInputProps("shell")}
            data-autofocus
          />
          <Checkbox
            label={words.runAsUser}
            {...form.getInputProps("run_as_user", { type: "checkbox" })}
          />
        </>
      )}
      <ReasonField form={form} />
    </FormDialog>
  );
}
