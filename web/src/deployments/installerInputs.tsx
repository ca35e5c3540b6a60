/** Inputs that the form of an installer and the form of a link share. */
import { NumberInput, type NumberInputProps, Select, type SelectProps } from "@mantine/core";
import { agents } from "../agents/messages";
import * as rules from "../api/rules.gen";
import { deployments as words } from "./messages";

export function AgentTypeSelect(props: SelectProps) {
  return (
    <Select
      label={words.type}
      data={[
        { value: "workstation", label: agents.workstation },
        { value: "server", label: agents.server },
      ]}
      allowDeselect={false}
      {...props}
    />
  );
}

export function UsesInput(props: NumberInputProps) {
  return (
    <NumberInput
      label={words.uses}
      placeholder={words.usesUnlimited}
      {...rules.CreateInstaller.max_uses}
      {...props}
    />
  );
}
