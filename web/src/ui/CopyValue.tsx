/** A value that a click copies. */
import { ActionIcon, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { ui } from "./messages";

export function CopyValue({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text span inherit ff="monospace" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <CopyIcon value={value} />
    </Group>
  );
}

interface CopyActionProps {
  /** Made only when it is asked for. */
  value: () => string;
  /** What it copies, where a page has several. */
  label?: string;
}

/** Copies text that is too long to build on every render. */
export function CopyAction({ value, label = ui.copy }: CopyActionProps) {
  const { copied, copy } = useClipboard();
  return (
    <Tooltip label={copied ? ui.copied : label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        onClick={() => copy(value())}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}

export function CopyIcon({ value, label = ui.copy }: { value: string; label?: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? ui.copied : label}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
