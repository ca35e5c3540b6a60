/** What a newer version of an agent's program could do, as the server says it. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { outdatedReasons } from "./capabilities";
import type { Agent } from "./queries";

/** Nothing for an agent that is not outdated. */
export function lacksOf(agent: Agent): ReactNode {
  const reasons = outdatedReasons(agent);
  if (reasons.length === 0) return null;
  return reasons.map((reason) => (
    <Text key={reason} inherit>
      {reason}
    </Text>
  ));
}
