/** Remote sessions in the palette: "terminal web-01", and those of the computer on the page. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { agentQuery, lookUpAgentsQuery } from "../../agents/queries";
import { OFFERED } from "../../remote/kind";
import { KINDS } from "../../remote/kinds";
import { remote } from "../../remote/messages";
import { type AgentToOpen, useOpen } from "../../remote/useOpen";
import { useRights } from "../../session/me";
import { frame } from "../messages";
import { type Group, ICON } from "./group";
import { ranked } from "./hits";
import { parseWish } from "./wish";

/** How many computers, when it is said what to open on them. */
const MOST = 5;

export function useConnections(words: string): Group {
  const { kind, search } = parseWish(words);
  const open = useOpen();
  const { may } = useRights();
  const kinds = (kind ? [kind] : OFFERED).filter((one) => may(KINDS[one].right));
  const isWanted = kinds.length > 0 && (kind !== undefined || search === words.toLowerCase());
  const { agents, asking } = useComputers(isWanted ? search : null);
  const shown = agents.slice(0, kind ? MOST : 1);
  const entries = shown.flatMap((agent) =>
    kinds.map((one) => {
      const Icon = KINDS[one].icon;
      return {
        id: `${one}-${agent.agent_id}`,
        label: remote.opensOn[one](agent.hostname),
        icon: <Icon {...ICON} />,
        run: () => open(agent, one),
      };
    }),
  );
  return { label: frame.paletteConnect, entries, more: 0, asking };
}

/** The computers that the words find; without any, the one whose page is open. */
function useComputers(search: string | null): { agents: AgentToOpen[]; asking: boolean } {
  const { agentId = "" } = useParams({ strict: false });
  const allowed = useRights().may("can_list_agents");
  const [asked] = useDebouncedValue(search ?? "", 120);
  const enabled = asked !== "" && allowed;
  const { data, isFetching } = useQuery({ ...lookUpAgentsQuery(asked), enabled });
  const here = useQuery({ ...agentQuery(agentId), enabled: search === "" && agentId !== "" });
  if (search === null) return { agents: [], asking: false };
  if (search === "") {
    return { agents: here.data && agentId !== "" ? [here.data] : [], asking: false };
  }
  const results = asked === search ? (data?.results ?? []) : [];
  return {
    agents: ranked(results, ({ hostname }) => hostname, search),
    asking: allowed && (asked !== search || (isFetching && !data)),
  };
}
