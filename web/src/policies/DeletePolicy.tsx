/** Deletes a policy; one that is assigned needs a second confirmation. */
import { Checkbox, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useAction } from "../ui/useAction";
import { policies as words } from "./messages";
import { AFTER_SETTING, type Policy } from "./queries";

export function DeletePolicy({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const remove = useAction({
    act: async () => {
      const params = { path: { id: policy.id }, query: force ? { force: true } : {} };
      await answer(api.DELETE("/automation/policies/{id}/", { params }));
      // Leave its page first, which would otherwise read a deleted policy.
      await navigate({ to: "/policies" });
    },
    done: words.removed(policy.name),
    refresh: AFTER_SETTING,
    onProblem: (problem) => setRefusal(problem.message),
  });
  return (
    <ConfirmDialog
      title={words.remove}
      targets={[policy.name]}
      word={policy.name}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{words.removeText}</Text>
        {refusal && (
          <>
            <Text size="sm" c="var(--tone-bad)" role="alert">
              {refusal}
            </Text>
            <Checkbox
              label={words.force}
              checked={force}
              onChange={(event) => setForce(event.currentTarget.checked)}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
