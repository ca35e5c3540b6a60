/** Changes what a value holds, or says why that cannot be done here. */
import { Modal, Text } from "@mantine/core";
import { useState } from "react";
import { labelOf } from "./columns";
import { type Base, whyNotEditable } from "./data";
import { registry as words } from "./messages";
import type { Value } from "./queries";
import { ValueForm } from "./ValueForm";

interface EditValueProps {
  agentId: string;
  path: string;
  name: string;
  /** The value as it is now; none when the key has none with this name. */
  value: Value | undefined;
  numbers: Base;
  onClose: () => void;
}

export function EditValue({ name, value, ...others }: EditValueProps) {
  // What others do with the value meanwhile takes nothing away that was typed.
  const [stored] = useState(value);
  const reason = stored ? whyNotEditable(stored) : words.noSuchValue;
  if (stored && !reason) return <ValueForm {...others} stored={stored} />;
  return (
    <Modal opened onClose={others.onClose} title={words.editOf(labelOf(name))}>
      <Text size="sm">{reason}</Text>
    </Modal>
  );
}
