/** The frame of every page: title, what it is for, what can be done. */
import { Box, Group, Paper, type PaperProps, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

interface PageProps {
  title: string;
  /** One sentence under the title. */
  about?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, about, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Muster`);
  return (
    <Stack gap="md" p={{ base: "sm", sm: "lg" }} maw={1600} mx="auto">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box>
          <Title order={1}>{title}</Title>
          {about && (
            <Text size="sm" c="dimmed" mt={2} component="div">
              {about}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A quiet box around what belongs together. */
export function Panel({ children, ...others }: PaperProps & { children: ReactNode }) {
  return (
    <Paper
      withBorder
      p="md"
      bg="var(--surface)"
      miw={0}
      style={{ borderColor: "var(--line)" }}
      {...others}
    >
      {children}
    </Paper>
  );
}

export function PanelTitle({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      <Title order={2}>{children}</Title>
      {actions}
    </Group>
  );
}
