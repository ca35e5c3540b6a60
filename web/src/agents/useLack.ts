/** What the program on an agent cannot do, of an agent that somebody else may have read already. */
import { useQuery } from "@tanstack/react-query";
import { type Capability, lackOf } from "./capabilities";
import { agentQuery } from "./queries";

/** Why the agent cannot do this; nothing when it can, or when that is not known. */
export function useLack(agentId: string): (name: Capability) => string | undefined {
  const { data } = useQuery(agentQuery(agentId));
  return (name) => lackOf(data, name);
}
