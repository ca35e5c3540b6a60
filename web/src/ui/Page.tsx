/** The frame of every page: title, what it is for, what can be done. */
import {
  Box,
  Group,
  Paper,
  type PaperProps,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import type { ReactNode } from "react";
import { useTitle } from "./title";

interface PageProps {
  title: string;
  /** Which part of the page is open; comes before its title in the browser's history. */
  tab?: string | undefined;
  /** A shorter title for the browser. */
  short?: string;
  /** The title is only read out: what is below says the same. */
  bare?: boolean;
  /** One sentence under the title. */
  about?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, tab, short, bare, about, actions, children }: PageProps) {
  useTitle(tab, short ?? title);
  return (
    <Stack gap="md" p={{ base: "sm", sm: "lg" }} maw={1600} mx="auto">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box>
          {bare ? (
            <VisuallyHidden component="h1">{title}</VisuallyHidden>
          ) : (
            <Title order={1}>{title}</Title>
          )}
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
