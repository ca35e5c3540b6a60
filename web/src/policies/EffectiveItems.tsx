/** Tasks or checks that are meant for an agent: where each comes from, and whether it applies. */
import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel, PanelTitle } from "../ui/Page";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { effective as words } from "./effectiveMessages";
import type { EffectiveItem } from "./queries";
import { SourceLink } from "./SourceLink";

const TONES: Record<string, Tone> = { active: "good", overridden: "warning" };

interface EffectiveItemsProps {
  title: string;
  none: string;
  items: EffectiveItem[];
  nameOf: (item: EffectiveItem) => ReactNode;
}

export function EffectiveItems({ title, none, items, nameOf }: EffectiveItemsProps) {
  return (
    <Panel>
      <PanelTitle>{title}</PanelTitle>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Table aria-label={title} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{title}</Table.Th>
              <Table.Th>{words.source}</Table.Th>
              <Table.Th>{words.state}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>{nameOf(item)}</Table.Td>
                <Table.Td>
                  <SourceLink source={item.source} />
                </Table.Td>
                <Table.Td>
                  <Status
                    tone={TONES[item.state] ?? "quiet"}
                    label={words.itemStates[item.state] ?? item.state}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
