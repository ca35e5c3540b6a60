/** Agents in the palette. */
import { Center } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { StatusDot } from "../../agents/AgentStatus";
import { lookUpAgentsQuery } from "../../agents/queries";
import { definitionsOf } from "../../customFields/queries";
import { useRights } from "../../session/me";
import { frame } from "../messages";
import type { Group } from "./group";
import { ranked, reasonOf } from "./hits";

const SHOWN = 8;

/** The agents the server finds, by anything it knows of them. */
export function useAgents(words: string): Group {
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(words, 120);
  const allowed = useRights().may("can_list_agents");
  const enabled = asked !== "" && allowed;
  const { data, isFetching } = useQuery({ ...lookUpAgentsQuery(asked), enabled });
  const { data: fields } = useQuery({ ...definitionsOf("agent"), enabled });
  const fieldName = (id: number) => fields?.find((field) => field.id === id)?.name;
  const results = words === "" || asked !== words ? [] : (data?.results ?? []);
  const found = ranked(results, ({ hostname }) => hostname, words).slice(0, SHOWN);
  const entries = found.map((agent) => {
    const place = `${agent.client_name} · ${agent.site_name}`;
    const reason = reasonOf(agent, words, fieldName);
    return {
      id: agent.agent_id,
      label: agent.hostname,
      description: reason ? `${place} · ${reason}` : place,
      icon: (
        <Center w={18}>
          <StatusDot status={agent.status} />
        </Center>
      ),
      run: () => void navigate({ to: "/agents/$agentId", params: { agentId: agent.agent_id } }),
    };
  });
  return {
    label: frame.paletteAgents,
    entries,
    more: found.length > 0 ? Math.max(0, (data?.count ?? 0) - found.length) : 0,
    showMore: () => void navigate({ to: "/agents", search: { search: words } }),
    asking: allowed && words !== "" && (asked !== words || (isFetching && !data)),
  };
}
