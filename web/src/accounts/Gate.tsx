/** The plain page that sign-in and first start share. */
import { Box, Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Logo } from "../ui/Logo";

interface GateProps {
  title: string;
  about?: string;
  children: ReactNode;
}

export function Gate({ title, about, children }: GateProps) {
  useDocumentTitle(`${title} · Muster`);
  return (
    <Center component="main" mih="100dvh" p="md" bg="var(--canvas)">
      <Box w="100%" maw={400}>
        <Group justify="center" mb="lg">
          <Logo size={34} />
        </Group>
        <Paper
          withBorder
          p={{ base: "lg", sm: "xl" }}
          radius="lg"
          style={{ borderColor: "var(--line)" }}
        >
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {about && (
                <Text size="sm" c="dimmed" mt={4}>
                  {about}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Box>
    </Center>
  );
}
