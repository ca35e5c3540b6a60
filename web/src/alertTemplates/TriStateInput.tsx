/** On, off, or as the agent, check or task says. */
import { Input, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { form as words } from "./messages";
import { TRI_STATES, type TriState } from "./triState";
import type { Kind } from "./values";

interface TriStateInputProps {
  label: string;
  kind: Kind;
  value?: TriState;
  onChange?: (state: TriState) => void;
}

export function TriStateInput({ label, kind, value = "object", onChange }: TriStateInputProps) {
  const id = useId();
  const hint = value === "object" ? words.triHints.object[kind] : words.triHints[value];
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={hint}
      inputWrapperOrder={["label", "input", "description"]}
    >
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        fullWidth
        data={TRI_STATES.map((state) => ({ value: state, label: words.triStates[state] }))}
        value={value}
        onChange={(next) => onChange?.(next as TriState)}
      />
    </Input.Wrapper>
  );
}
