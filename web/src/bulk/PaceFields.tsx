/** What happens to agents that are offline, and how many are done at a time. */
import { Group, NumberInput, SegmentedControl, Text } from "@mantine/core";
import * as rules from "../api/rules.gen";
import type { FieldsProps } from "./fields";
import { bulk as words } from "./messages";

export function PaceFields({ fields, errors, onChange }: FieldsProps) {
  const number = (value: number | string) => (value === "" ? null : Number(value));
  return (
    <>
      <div>
        <Text size="sm" fw={500} mb={4} id="when-offline">
          {words.whenOffline}
        </Text>
        <SegmentedControl
          aria-labelledby="when-offline"
          value={fields.offline ?? "queue"}
          onChange={(offline) => onChange({ ...fields, offline })}
          data={[
            { value: "queue", label: words.queue },
            { value: "skip", label: words.skip },
          ]}
        />
      </div>
      <Group grow align="flex-start">
        <NumberInput
          label={words.batchLabel}
          placeholder={words.unlimited}
          {...rules.BulkBody.batch}
          value={fields.batch ?? ""}
          error={errors.batch}
          onChange={(value) => onChange({ ...fields, batch: number(value) })}
        />
        <NumberInput
          label={words.stopLabel}
          placeholder={words.never}
          {...rules.BulkBody.stop_on_failures}
          value={fields.stop_on_failures ?? ""}
          error={errors.stop_on_failures}
          onChange={(value) => onChange({ ...fields, stop_on_failures: number(value) })}
        />
      </Group>
    </>
  );
}
