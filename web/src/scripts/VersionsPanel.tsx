/** Former versions of a script: compare one with the editor, or restore it. */
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { Ago } from "../ui/Moment";
import { Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { scripts as words } from "./messages";
import { type Script, versionsQuery } from "./queries";

interface VersionsPanelProps {
  script: Script;
  /** The body that is compared with now. */
  compared: string | undefined;
  onCompare: (body: string | undefined) => void;
}

export function VersionsPanel({ script, compared, onCompare }: VersionsPanelProps) {
  const query = useQuery(versionsQuery(script.id));
  const restore = useAction({
    act: (n: number) => {
      const params = { path: { id: script.id, n } };
      return answer(api.POST("/scripts/{id}/versions/{n}/restore/", { params }));
    },
    done: (_, n) => words.restored(n),
    refresh: [["scripts"]],
    onDone: () => window.location.reload(),
  });
  return (
    <Loaded query={query}>
      {(versions) => (
        <Stack gap="md">
          {versions.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.noVersions}
            </Text>
          )}
          {versions.map((version) => (
            <div key={version.n}>
              <Group gap="xs">
                <Text fw={600}>{words.versionNumber(version.n)}</Text>
                {version.n === script.version && (
                  <Badge size="sm" variant="light" tt="none">
                    {words.present}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                <Ago time={version.time} /> {words.by} {version.author}
              </Text>
              <Group gap="xs" mt={6}>
                <Button
                  size="compact-sm"
                  variant={compared === version.body ? "filled" : "default"}
                  onClick={() => onCompare(compared === version.body ? undefined : version.body)}
                >
                  {compared === version.body ? words.stopComparing : words.compare}
                </Button>
                {version.n !== script.version && script.script_type !== "builtin" && (
                  <ActionButton
                    right="can_manage_scripts"
                    size="compact-sm"
                    variant="default"
                    loading={restore.isPending}
                    onClick={() => restore.mutate(version.n)}
                  >
                    {words.restore}
                  </ActionButton>
                )}
              </Group>
            </div>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
