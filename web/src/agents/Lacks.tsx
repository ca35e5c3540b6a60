/** What a newer version of an agent's program could do, as the server says it. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { outdatedReasons } from "./capabilities";
import { agent as words } from "./messages";
import type { Agent } from "./queries";

/** More sentences than these are shown only when somebody opens them. */
const MOST_AT_ONCE = 3;

/** Nothing for an agent that is not outdated. */
export function lacksOf(agent: Agent): ReactNode {
  const reasons = outdatedReasons(agent);
  if (reasons.length === 0) return null;
  const sentences = reasons.map((reason) => (
    <Text key={reason} inherit>
      {reason}
    </Text>
  ));
  if (reasons.length <= MOST_AT_ONCE) return sentences;
  return (
    <details>
      <Text component="summary" inherit style={{ cursor: "pointer" }}>
        {words.lacksMany(reasons.length)}
      </Text>
      {sentences}
    </details>
  );
}
