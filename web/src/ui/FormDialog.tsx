/** A form in a dialog: shows the server's problem, guards what is not saved. */
import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Problem } from "../api/problem";
import type { Right } from "../session/rights";
import { ActionButton } from "./actions";
import { FormProblems } from "./FormProblems";
import { focusFirstErrorSoon } from "./formErrors";
import { ui } from "./messages";
import { ProblemNotice } from "./states";
import { useDialogGuard } from "./useLeaveGuard";

interface FormDialogProps {
  title: string;
  children: ReactNode;
  /** Text of the button that sends. */
  submit?: string;
  busy?: boolean;
  /** Whether something was typed that closing would lose. */
  dirty?: boolean;
  /** What is wrong with the fields, to be counted beside the button. */
  errors?: Record<string, unknown>;
  /** A refusal that no field shows. */
  problem?: Problem | null;
  size?: ModalProps["size"];
  /** What sending it takes; others may only read it. */
  right?: Right;
  onSubmit: () => void;
  onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
  const close = useDialogGuard(props.dirty ?? false, props.busy ?? false, props.onClose);
  const saves = props.submit === undefined || [ui.save, ui.create].includes(props.submit);
  return (
    <Modal opened onClose={() => void close()} title={props.title} size={props.size ?? "md"}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
          // What the form itself finds wrong; the server's problems come later.
          focusFirstErrorSoon();
        }}
      >
        <Stack gap="md">
          {props.problem && <ProblemNotice error={props.problem} />}
          {props.children}
          <Group justify="flex-end" gap="xs">
            <FormProblems errors={props.errors} saves={saves} />
            <Button variant="default" onClick={() => void close()}>
              {ui.cancel}
            </Button>
            <ActionButton type="submit" right={props.right} loading={props.busy ?? false}>
              {props.submit ?? ui.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
