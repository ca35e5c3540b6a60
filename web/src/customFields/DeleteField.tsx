/** Deletes a custom field; one that is in use only when that is asked for as well. */
import { Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../api/queries";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { customFields as words } from "./messages";
import { definitionsQuery } from "./queries";

interface DeleteFieldProps {
  definition: Schema<"CustomField">;
  onClose: () => void;
}

export function DeleteField({ definition, onClose }: DeleteFieldProps) {
  const [inUse, setInUse] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const remove = useAction({
    act: () => {
      const params = { path: { id: definition.id }, query: force ? { force: true } : {} };
      return answer(api.DELETE("/core/customfields/{id}/", { params }));
    },
    done: words.removed(definition.name),
    refresh: [definitionsQuery.queryKey, ["agents"], ["clients"]],
    onDone: onClose,
    onProblem: (problem) => setInUse(problem.message),
  });
  return (
    <ConfirmDialog
      title={words.remove}
      targets={[definition.name]}
      word={definition.name}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{words.removeText}</Text>
        {inUse && (
          <>
            <Text size="sm" c="var(--tone-bad)" role="alert">
              {inUse}
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
