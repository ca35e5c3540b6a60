/** The update settings of a policy; it may have none. */
import { Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { FormProblems } from "../ui/FormProblems";
import { Panel } from "../ui/Page";
import { Empty, Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilter } from "../ui/useFilter";
import { useFresh } from "../ui/useFresh";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { patch as words } from "./messages";
import { PatchFields } from "./PatchFields";
import { type PatchValues, patchBody, patchValues } from "./patch";
import { usePolicyId } from "./policyId";
import { AFTER_SETTING, type Policy, policyQuery } from "./queries";
import { ResetPatchDialog } from "./ResetPatchDialog";

export default function PatchTab() {
  const query = useQuery(policyQuery(usePolicyId()));
  return <Loaded query={query}>{(policy) => <Patch policy={policy} />}</Loaded>;
}

function Patch({ policy }: { policy: Policy }) {
  const [editing, setEditing] = useFilter("edit");
  const stored = policy.winupdatepolicy[0];
  if (!stored && editing === "") {
    return (
      <Empty
        title={words.none}
        hint={words.noneHint}
        icon={<IconDownload size={26} stroke={1.5} />}
      >
        <ActionButton right="can_manage_automation_policies" onClick={() => setEditing("yes")}>
          {words.begin}
        </ActionButton>
      </Empty>
    );
  }
  return (
    <Editor
      key={stored?.id ?? "new"}
      policy={policy}
      stored={stored}
      onDone={() => setEditing("")}
    />
  );
}

interface EditorProps {
  policy: Policy;
  stored: Schema<"PatchPolicy"> | undefined;
  onDone: () => void;
}

function Editor({ policy, stored, onDone }: EditorProps) {
  const dialog = useDialog();
  const form = useForm<PatchValues>({ initialValues: patchValues(stored) });
  useFresh(form, patchValues(stored));
  const opened = useSeen(stored, form.isDirty());
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: PatchValues) => {
      const body = patchBody(values);
      if (stored?.id) {
        const params = { path: { id: stored.id } };
        const headers = seen(opened.current);
        return answer(api.PUT("/automation/patchpolicy/{id}/", { params, headers, body }));
      }
      return answer(api.POST("/automation/patchpolicy/", { body: { ...body, policy: policy.id } }));
    },
    done: words.saved,
    refresh: AFTER_SETTING,
    onDone: () => {
      form.resetDirty();
      onDone();
    },
    onProblem: show,
  });
  useLeaveGuard(form.isDirty() && !save.isPending);
  const submit = form.onSubmit((values) => save.mutate(values));
  return (
    <Panel maw={860}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
          {problem && <ProblemNotice error={problem} />}
          <PatchFields form={form} />
          <Group justify="flex-end" gap="xs">
            <FormProblems errors={form.errors} />
            {stored && (
              <ActionButton
                right="can_manage_automation_policies"
                variant="subtle"
                color="red"
                onClick={() => dialog.show("reset-updates")}
              >
                {words.reset}
              </ActionButton>
            )}
            <ActionButton
              right="can_manage_automation_policies"
              loading={save.isPending}
              onClick={submit}
            >
              {words.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
      {stored?.id && dialog.open?.name === "reset-updates" && (
        <ResetPatchDialog policy={policy} id={stored.id} onClose={dialog.close} />
      )}
    </Panel>
  );
}
