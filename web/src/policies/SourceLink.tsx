/** The source of a setting: a link to a policy, the agent itself, or nothing. */
import { Text } from "@mantine/core";
import { TextLink } from "../ui/links";
import { effective as words } from "./effectiveMessages";
import type { Source } from "./queries";

export function SourceLink({ source }: { source: Source | null }) {
  if (source === null) {
    return (
      <Text span inherit c="dimmed">
        {words.nobody}
      </Text>
    );
  }
  if (source.type === "agent") return words.self;
  return (
    <TextLink to="/policies/$policyId" params={{ policyId: String(source.id) }} size="md">
      {source.name}
    </TextLink>
  );
}
