/** What this server cannot hand out, and how to add it. */
import { Code, List, Stack, Text } from "@mantine/core";
import { absentPlatforms, missingKinds } from "./kinds";
import { deployments as words } from "./messages";
import type { Kind } from "./queries";

export function MissingKinds({ kinds }: { kinds: Kind[] }) {
  const missing = missingKinds(kinds);
  if (missing.length === 0) return null;
  return (
    <Stack gap={4} mt="sm">
      {absentPlatforms(kinds).map((name) => (
        <Text key={name} size="sm" c="dimmed">
          {`${words.noAgent} ${name}.`}
        </Text>
      ))}
      <details>
        <Text component="summary" size="sm" c="dimmed" style={{ cursor: "pointer" }}>
          {words.others}
        </Text>
        <Text size="sm" c="dimmed" mt="xs">
          {words.othersHint}
        </Text>
        <List size="sm" mt="xs" spacing={4}>
          {missing.map(({ name, path }) => (
            <List.Item key={path}>
              {name}: <Code style={{ overflowWrap: "anywhere" }}>{path}</Code>
            </List.Item>
          ))}
        </List>
      </details>
    </Stack>
  );
}
