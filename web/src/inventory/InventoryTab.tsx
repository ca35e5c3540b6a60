/** What the computer says about itself, group by group. */
import { Button, Group as Line, SimpleGrid, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { SearchBox } from "../ui/SearchBox";
import { Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { GroupPanel } from "./GroupPanel";
import { type Detail, groupsOf } from "./groups";
import { inventory as words } from "./messages";
import { NoInventory } from "./NoInventory";
import { narrowed } from "./search";

/** The page around it follows the agent's events, and reads the agent again. */
export default function InventoryTab() {
  const query = useQuery(agentQuery(useAgentId()));
  return <Loaded query={query}>{(agent) => <Inventory agent={agent} />}</Loaded>;
}

function Inventory({ agent }: { agent: Agent }) {
  const [search, setSearch] = useFilter("search");
  const detail = agent.wmi_detail;
  const all = useMemo(() => groupsOf(detail), [detail]);
  const shown = useMemo(() => narrowed(all, search), [all, search]);
  if (all.length === 0) return <NoInventory agent={agent} />;
  return (
    <Stack gap="md">
      <Line gap="sm">
        <SearchBox
          value={search}
          onSearch={setSearch}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Text size="sm" c="dimmed" role="status">
          {words.found(shown.length)}
        </Text>
        <CopyAll detail={detail} />
      </Line>
      {shown.length === 0 && <NothingFound />}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md" className="cards">
        {shown.map((group) => (
          <GroupPanel key={group.id} group={group} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function CopyAll({ detail }: { detail: Detail }) {
  const { copied, copy } = useClipboard();
  return (
    <Button
      ml="auto"
      variant="default"
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={() => copy(`${JSON.stringify(detail, null, 2)}\n`)}
    >
      {copied ? words.copied : words.copyAll}
    </Button>
  );
}
