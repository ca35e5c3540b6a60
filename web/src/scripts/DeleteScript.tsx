/** Deletes a script; one that is in use only when that is asked for as well. */
import { Checkbox, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { scripts as words } from "./messages";
import type { Script } from "./queries";

export function DeleteScript({ script, onClose }: { script: Script; onClose: () => void }) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const remove = useAction({
    act: () => {
      const params = { path: { id: script.id }, query: force ? { force: true } : {} };
      return answer(api.DELETE("/scripts/{id}/", { params }));
    },
    done: words.removed(script.name),
    refresh: [["scripts", "list"]],
    onDone: () => void navigate({ to: "/scripts" }),
    onProblem: (problem) => setRefusal(problem.message),
  });
  return (
    <ConfirmDialog
      title={words.remove}
      targets={[script.name]}
      word={script.name}
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
