import { Group, Text } from "@mantine/core";

export function Logo({ size = 26 }: { size?: number }) {
  return (
    <Group gap={9} wrap="nowrap">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-color-teal-7)" />
        <path
          d="M7 23V10.5a1.5 1.5 0 0 1 2.7-.9L16 18l6.3-8.4a1.5 1.5 0 0 1 2.7.9V23"
          fill="none"
          stroke="#fff"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Text fw={650} fz={size > 28 ? "xl" : "lg"} lts="-0.01em">
        Muster
      </Text>
    </Group>
  );
}
