/** Deletes one thing after its name was typed; what is in use needs a second confirmation. */
import { Checkbox, Stack, Text } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog";
import { notify } from "./notify";
import { useAction } from "./useAction";

interface DeleteDialogProps {
  /** Text of the button, and title of the dialog when there is no other. */
  action: string;
  title?: string;
  /** The name of what is deleted; also the word to type. */
  name: string;
  /** More about it than its name. */
  about?: ReactNode;
  /** What follows from it. */
  children: ReactNode;
  /** Offered when it is in use: deletes it with all that refers to it. */
  force?: string;
  act: (force: boolean) => Promise<unknown>;
  /** What to say when it is done, or how to say it. */
  done: string | (() => void);
  refresh: readonly QueryKey[];
  /** Where to go afterwards; only closes by default. */
  onDone?: () => void;
  onClose: () => void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const remove = useAction({
    act: () => props.act(force),
    refresh: props.refresh,
    onDone: () => {
      if (typeof props.done === "string") notify(props.done);
      else props.done();
      (props.onDone ?? props.onClose)();
    },
    onProblem: (problem) => setRefusal(problem.message),
  });
  return (
    <ConfirmDialog
      title={props.title ?? props.action}
      targets={props.about ? [] : [props.name]}
      about={props.about}
      word={props.name}
      action={props.action}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm" component="div">
          {props.children}
        </Text>
        {refusal && (
          <Text size="sm" c="var(--tone-bad)" role="alert">
            {refusal}
          </Text>
        )}
        {refusal && props.force && (
          <Checkbox
            label={props.force}
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
