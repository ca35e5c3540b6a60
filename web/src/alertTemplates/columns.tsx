/** The columns of the list of alert templates. */
import { Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { AlertTemplate } from "../templateChoice/queries";
import { formatNumber } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { ActiveSwitch } from "./ActiveSwitch";
import { templates as words } from "./messages";
import { saysText, whereText } from "./summary";

export const columns: Column<AlertTemplate>[] = [
  {
    id: "active",
    title: words.active,
    width: 80,
    cell: (template) => <ActiveSwitch template={template} />,
    sort: (template) => template.is_active,
  },
  {
    id: "name",
    title: words.name,
    cell: (template) => <Name template={template} />,
    sort: (template) => template.name,
  },
  {
    id: "says",
    title: words.says,
    wide: true,
    cell: saysText,
    sort: saysText,
  },
  {
    id: "actions",
    title: words.actions,
    wide: true,
    cell: (template) => <ActionNames template={template} />,
    sort: (template) => template.action_name ?? "",
  },
  {
    id: "where",
    title: words.where,
    wide: true,
    cell: (template) => whereText(template),
    sort: (template) => template.applied_count,
  },
  {
    id: "agents",
    title: words.agents,
    width: 90,
    align: "right",
    cell: (template) => formatNumber(template.agents_count),
    sort: (template) => template.agents_count,
  },
  { id: "more", title: "", width: 52, cell: (template) => <Remove template={template} /> },
];

function Name({ template }: { template: AlertTemplate }) {
  return (
    <TextLink
      to="/alert-templates/$templateId"
      params={{ templateId: String(template.id) }}
      size="md"
      fw={500}
      c="var(--mantine-color-text)"
    >
      {template.name}
    </TextLink>
  );
}

function ActionNames({ template }: { template: AlertTemplate }) {
  return (
    <>
      {template.action_name && <Text size="xs">{words.onFailure(template.action_name)}</Text>}
      {template.resolved_action_name && (
        <Text size="xs">{words.onRecovery(template.resolved_action_name)}</Text>
      )}
    </>
  );
}

function Remove({ template }: { template: AlertTemplate }) {
  const { show } = useDialog();
  return (
    <Group justify="flex-end">
      <IconAction
        label={`${words.remove}: ${template.name}`}
        right="can_manage_alerttemplates"
        onClick={() => show("delete-template", template.id)}
      >
        <IconTrash size={16} />
      </IconAction>
    </Group>
  );
}
