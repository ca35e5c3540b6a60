/** The update settings in force on an agent, each with its source. */
import { Table } from "@mantine/core";
import type { Agent } from "../agents/queries";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { Panel, PanelTitle } from "../ui/Page";
import { effective as words } from "./effectiveMessages";
import { patch } from "./messages";
import { patchText, shownFields } from "./patch";
import type { Effective } from "./queries";
import { SourceLink } from "./SourceLink";

interface EffectivePatchProps {
  agent: Agent;
  inForce: Effective["patch_policy"];
}

export function EffectivePatch({ agent, inForce }: EffectivePatchProps) {
  const dialog = useDialog();
  const own = (
    <ActionButton
      right="can_edit_agent"
      size="xs"
      variant="default"
      onClick={() => dialog.show("own-updates")}
    >
      {words.ownUpdates}
    </ActionButton>
  );
  return (
    <Panel>
      <PanelTitle actions={own}>{words.updates}</PanelTitle>
      <Table aria-label={words.updatesOf(agent.hostname)} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.setting}</Table.Th>
            <Table.Th>{words.value}</Table.Th>
            <Table.Th>{words.source}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shownFields(inForce).map((field) => (
            <Table.Tr key={field}>
              <Table.Td>{patch.fields[field]}</Table.Td>
              <Table.Td>{patchText(field, inForce[field]?.value)}</Table.Td>
              <Table.Td>
                <SourceLink source={inForce[field]?.source ?? null} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
