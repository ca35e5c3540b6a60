/** Settings > Global settings > Custom fields. */
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconForms } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../api/client";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { ui } from "../ui/messages";
import { RowActions } from "../ui/RowActions";
import { useFilter } from "../ui/useFilter";
import { CustomFieldForm } from "./CustomFieldForm";
import { DeleteField } from "./DeleteField";
import { customFields as words } from "./messages";
import { definitionsQuery } from "./queries";

type Definition = Schema<"CustomField">;

export default function CustomFieldsTab() {
  const [model, setModel] = useFilter("model");
  const dialog = useDialog();
  const query = useQuery(definitionsQuery);
  useLiveQueries(["config"], [definitionsQuery.queryKey]);
  const shown = (model || "agent") as Schema<"CustomFieldModel">;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.about}
      </Text>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={words.model}
          value={shown}
          onChange={(next) => setModel(next === "agent" ? "" : next)}
          data={Object.entries(words.models).map(([value, label]) => ({ value, label }))}
        />
        <AddButton right="can_manage_customfields" dialog="add-field">
          {words.add}
        </AddButton>
      </Group>
      <List
        query={query}
        only={(one) => one.model === shown}
        label={words.title}
        columns={columns}
        id={(one) => one.id}
        order="order"
        onOpen={(one) => dialog.show("edit-field", one.id)}
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconForms size={26} stroke={1.5} />,
        }}
        dialogs={(all) => <Dialogs all={all} model={shown} />}
      />
    </Stack>
  );
}

function Dialogs({ all, model }: { all: Definition[]; model: Schema<"CustomFieldModel"> }) {
  const { open, close } = useDialog();
  const definition = all.find((one) => String(one.id) === open?.subject);
  if (open?.name === "add-field") return <CustomFieldForm model={model} onClose={close} />;
  if (open?.name === "edit-field" && definition) {
    return <CustomFieldForm model={model} definition={definition} onClose={close} />;
  }
  if (open?.name === "delete-field" && definition) {
    return <DeleteField definition={definition} onClose={close} />;
  }
  return null;
}

const columns: Column<Definition>[] = [
  {
    id: "name",
    title: words.name,
    cell: (one) => (
      <Text inherit fw={500}>
        {one.name}
      </Text>
    ),
    sort: (one) => one.name,
  },
  { id: "type", title: words.type, cell: (one) => words.types[one.type], sort: (one) => one.type },
  {
    id: "options",
    title: words.options,
    wide: true,
    cell: (one) => (
      <Text inherit c="dimmed" lineClamp={1}>
        {one.options.join(", ")}
      </Text>
    ),
  },
  {
    id: "required",
    title: words.required,
    width: 100,
    wide: true,
    cell: (one) => (one.required ? ui.yes : ""),
    sort: (one) => one.required,
  },
  {
    id: "order",
    title: words.order,
    width: 90,
    align: "right",
    wide: true,
    cell: (one) => one.order,
    sort: (one) => one.order,
  },
  { id: "actions", title: "", width: 84, cell: (one) => <Actions definition={one} /> },
];

function Actions({ definition }: { definition: Definition }) {
  return (
    <RowActions
      noun="field"
      id={definition.id}
      right="can_manage_customfields"
      edit={words.edit(definition.name)}
      remove={`${words.remove}: ${definition.name}`}
    />
  );
}
