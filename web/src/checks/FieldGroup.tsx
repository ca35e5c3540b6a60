/** Inputs that belong together, under a name that screen readers say with each. */
import { Fieldset, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface FieldGroupProps {
  title: string;
  hint?: string;
  /** Above the inputs. */
  current?: ReactNode;
  children: ReactNode;
}

export function FieldGroup({ title, hint, current, children }: FieldGroupProps) {
  return (
    <Fieldset legend={title} radius="sm">
      <Stack gap="sm">
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {current}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          {children}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
