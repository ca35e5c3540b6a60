/** A length of time as the API writes it: `15m`. Empty for none. */
import { Group, Input, NumberInput, Select } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { form as words } from "./messages";

const UNITS = Object.entries(words.units).map(([value, label]) => ({ value, label }));

interface DurationInputProps {
  label: string;
  description?: string;
  value?: string;
  onChange?: (duration: string) => void;
  error?: ReactNode;
}

export function DurationInput({
  label,
  description,
  value = "",
  onChange,
  error,
}: DurationInputProps) {
  const id = useId();
  // While there is no number, the unit waits here for one.
  const [waiting, setWaiting] = useState("m");
  const unit = value === "" ? waiting : value.slice(-1);
  const number = value === "" ? "" : Number.parseInt(value, 10);
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      description={description}
      error={error}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <Group gap={4} wrap="nowrap">
        <NumberInput
          id={id}
          min={1}
          max={999}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          placeholder={words.noDuration}
          w={96}
          error={Boolean(error)}
          value={number}
          onChange={(next) => onChange?.(next === "" ? "" : `${next}${unit}`)}
        />
        <Select
          aria-label={words.unitOf(label)}
          data={UNITS}
          allowDeselect={false}
          w={116}
          value={unit}
          onChange={(next) => {
            setWaiting(next ?? "m");
            if (number !== "") onChange?.(`${number}${next ?? "m"}`);
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}
