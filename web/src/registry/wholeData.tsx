/** The data of a value that the table only begins to show. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { hasBytes, isLong, typedData } from "./data";
import { HexView } from "./HexView";
import type { Value } from "./queries";

/** Nothing for a value that the table shows whole. */
export function wholeData(value: Value): ReactNode {
  if (hasBytes(value)) return value.data ? <HexView hex={String(value.data)} /> : null;
  if (!isLong(value)) return null;
  return (
    <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {typedData(value, "hex")}
    </Text>
  );
}
