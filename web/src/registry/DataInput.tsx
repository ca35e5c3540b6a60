/** The input for the data of a value, by its type. */
import { Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { BaseSwitch } from "./BaseSwitch";
import { type Base, isNumber, parsedData } from "./data";
import { HexView } from "./HexView";
import { registry as words } from "./messages";
import type { Kind } from "./queries";

interface DataInputProps {
  type: Kind;
  base: Base;
  onBase: (base: Base) => void;
  input: GetInputPropsReturnType;
  /** Whether a person begins here. */
  isFirst: boolean;
}

const HINTS: Partial<Record<Kind, string>> = {
  REG_MULTI_SZ: words.listHint,
  REG_BINARY: words.bytesHint,
};

export function DataInput({ type, base, onBase, input, isFirst }: DataInputProps) {
  const shared = {
    label: words.data,
    spellCheck: false,
    autoComplete: "off",
    "data-autofocus": isFirst || undefined,
    ...input,
  };
  if (isNumber(type)) {
    return (
      <Group align="flex-end" gap="xs">
        <TextInput flex="1 1 200px" ff="monospace" {...shared} />
        <BaseSwitch base={base} onChange={onBase} />
      </Group>
    );
  }
  const bytes = type === "REG_BINARY" && parsedData(type, String(input.value), base);
  return (
    <Stack gap="xs">
      <Textarea description={HINTS[type]} autosize minRows={1} maxRows={10} {...shared} />
      {bytes && "data" in bytes && <HexView hex={String(bytes.data)} />}
    </Stack>
  );
}
