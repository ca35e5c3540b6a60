/** Numbers in hexadecimal or decimal digits. */
import { SegmentedControl } from "@mantine/core";
import type { Base } from "./data";
import { registry as words } from "./messages";

export function BaseSwitch({ base, onChange }: { base: Base; onChange: (base: Base) => void }) {
  return (
    <SegmentedControl
      aria-label={words.numbers}
      value={base}
      onChange={onChange}
      data={[
        { value: "hex", label: words.bases.hex },
        { value: "decimal", label: words.bases.decimal },
      ]}
    />
  );
}
