/** Chooses one agent among any number: the server searches. */
import { Group, Select, type SelectProps, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusDot } from "./AgentStatus";
import { agents } from "./messages";
import { findAgentsQuery } from "./queries";

interface AgentSelectProps extends Omit<SelectProps, "data" | "value" | "onChange"> {
  value: string | null;
  onChange: (agentId: string | null) => void;
}

export function AgentSelect({ value, onChange, ...others }: AgentSelectProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, 150);
  const { data, isFetching } = useQuery({
    ...findAgentsQuery(asked),
    placeholderData: (before) => before,
  });
  const found = new Map((data?.results ?? []).map((agent) => [agent.agent_id, agent]));
  return (
    <Select
      placeholder={agents.title}
      searchable
      clearable
      // The first one that was found, once it is there.
      selectFirstOptionOnChange={asked === search && !isFetching}
      data={[...found.values()].map((agent) => ({ value: agent.agent_id, label: agent.hostname }))}
      // The server has filtered already, by more than the host's name.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const agent = found.get(option.value);
        return (
          <Group gap="sm" wrap="nowrap">
            {agent && <StatusDot status={agent.status} />}
            <div>
              <Text size="sm">{option.label}</Text>
              <Text size="xs" c="dimmed">
                {agent && `${agent.client_name} · ${agent.site_name}`}
              </Text>
            </div>
          </Group>
        );
      }}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
      {...others}
    />
  );
}
