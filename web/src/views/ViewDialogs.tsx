/** The dialogs of saved views, by their names in the address. */
import { Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { searchOf } from "./content";
import { views as words } from "./messages";
import {
  changeView,
  createView,
  deleteView,
  type SavedView,
  type ViewContent,
  type ViewPage,
  viewsOf,
  viewsQuery,
} from "./queries";

interface ViewDialogsProps {
  page: ViewPage;
  /** What a new view keeps. */
  now: ViewContent;
}

export default function ViewDialogs({ page, now }: ViewDialogsProps) {
  const { open, close } = useDialog();
  const { data = [] } = useQuery(viewsOf(page));
  const view = data.find((one) => String(one.id) === open?.subject);
  if (open?.name === "view-new") return <ViewForm page={page} now={now} onClose={close} />;
  if (!view) return null;
  if (open?.name === "view-edit") {
    return <ViewForm page={page} now={now} view={view} onClose={close} />;
  }
  return open?.name === "view-delete" ? <DeleteView view={view} /> : null;
}

interface ViewFormProps extends ViewDialogsProps {
  view?: SavedView;
  onClose: () => void;
}

function ViewForm({ page, now, view, onClose }: ViewFormProps) {
  const navigate = useNavigate();
  const [opened] = useState(view?.modified_time);
  const form = useForm({
    initialValues: { name: view?.name ?? "", shared: view?.shared ?? false },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (named: { name: string; shared: boolean }) =>
      view ? changeView(view.id, named, opened) : createView({ page, ...now, ...named }),
    done: ({ name }) => words.saved(name),
    refresh: [viewsQuery.queryKey],
    onDone: (saved) => {
      if (view) onClose();
      else void navigate({ to: ".", search: searchOf(saved) });
    },
    onProblem: show,
  });
  return (
    <FormDialog
      title={view ? words.editTitle(view.name) : words.newTitle}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <Checkbox label={words.share} {...form.getInputProps("shared", { type: "checkbox" })} />
    </FormDialog>
  );
}

function DeleteView({ view }: { view: SavedView }) {
  const navigate = useNavigate();
  const { close } = useDialog();
  return (
    <DeleteDialog
      action={words.remove}
      name={view.name}
      act={() => deleteView(view.id)}
      done={words.removed(view.name)}
      refresh={[viewsQuery.queryKey]}
      onDone={() =>
        void navigate({
          to: ".",
          search: (before: object) => ({ ...before, view: undefined, dialog: undefined }),
        })
      }
      onClose={close}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
