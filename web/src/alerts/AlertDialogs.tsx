/** The dialogs about one alert, and the one that raises another, on whatever page they are opened. */
import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { formatMoment } from "../texts/format";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { DeleteMany } from "./DeleteMany";
import { alerts as words } from "./messages";
import { ALERTS, acknowledge, alertQuery, deleteAlert, snooze } from "./queries";
import { RaiseForm } from "./RaiseForm";
import { SnoozeUntil } from "./SnoozeUntil";

export default function AlertDialogs() {
  const { open, close } = useDialog();
  if (open?.name === "raise-alert") return <RaiseForm agentId={open.subject} onClose={close} />;
  const id = Number(open?.subject);
  if (!open?.subject || !Number.isInteger(id)) return null;
  switch (open.name) {
    case "acknowledge-alert":
      return <Acknowledge id={id} onClose={close} />;
    case "snooze-alert":
      return <Snooze id={id} onClose={close} />;
    case "delete-alert":
      return <Delete id={id} onClose={close} />;
    default:
      return null;
  }
}

interface DialogProps {
  id: number;
  onClose: () => void;
}

function Acknowledge({ id, onClose }: DialogProps) {
  const known = useQueryClient().getQueryData(alertQuery(id).queryKey);
  const form = useForm({ initialValues: { note: known?.acknowledge_note ?? "" } });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ note }: { note: string }) => acknowledge(id, note),
    done: words.acknowledgedDone,
    refresh: [ALERTS],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.acknowledge}
      submit={words.acknowledge}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">{words.acknowledgeText}</Text>
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps("note")}
      />
    </FormDialog>
  );
}

function Snooze({ id, onClose }: DialogProps) {
  const save = useAction({
    act: (until: Date) => snooze(id, until),
    done: (_, until) => words.snoozedDone(formatMoment(until)),
    refresh: [ALERTS],
    onDone: onClose,
  });
  return <SnoozeUntil busy={save.isPending} onSnooze={save.mutate} onClose={onClose} />;
}

function Delete({ id, onClose }: DialogProps) {
  const navigate = useNavigate();
  const remove = useAction({
    act: () => deleteAlert(id),
    done: words.removed,
    refresh: [ALERTS],
    // The page of the alert has nothing to show any more.
    onDone: () => void navigate({ to: "/alerts" }),
  });
  return (
    <DeleteMany
      names={[words.alert(String(id))]}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
