/** What would stop working without this script. */
import { List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../ui/states";
import { scripts as words } from "./messages";
import { type Script, usageQuery } from "./queries";

export function UsagePanel({ script }: { script: Script }) {
  const query = useQuery(usageQuery(script.id));
  return (
    <Loaded query={query}>
      {(usage) => {
        const groups = [
          [words.usedTasks, usage.tasks],
          [words.usedChecks, usage.checks],
          [words.usedTemplates, usage.alert_templates],
        ] as const;
        const used = groups.filter(([, users]) => users.length > 0);
        if (used.length === 0) {
          return (
            <Text size="sm" c="dimmed">
              {words.unused}
            </Text>
          );
        }
        return (
          <Stack gap="md">
            {used.map(([title, users]) => (
              <div key={title}>
                <Title order={3} mb={4}>
                  {title}
                </Title>
                <List size="sm">
                  {users.map((user) => (
                    <List.Item key={user.id}>{user.name}</List.Item>
                  ))}
                </List>
              </div>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}
