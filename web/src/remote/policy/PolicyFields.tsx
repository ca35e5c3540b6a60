/** All rules of one type of computer. */
import { SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useRights } from "../../session/me";
import { KindRules } from "./KindRules";
import { policy as words } from "./messages";
import { KINDS, type Layer, MACHINES, type Machine } from "./rules";
import type { PolicyForm } from "./usePolicyForm";

interface PolicyFieldsProps {
  form: PolicyForm;
  layers: Layer[];
  machine: Machine;
  /** Nothing to choose where it is about one computer. */
  onMachine?: ((machine: Machine) => void) | undefined;
  /** How many kinds stand side by side where there is room. */
  columns: number;
}

export function PolicyFields({ form, layers, machine, onMachine, columns }: PolicyFieldsProps) {
  const { may } = useRights();
  const disabled = !may("can_edit_core_settings");
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {disabled ? words.readOnly : words.aboutHere}
      </Text>
      {onMachine && (
        <SegmentedControl
          aria-label={words.machine}
          style={{ alignSelf: "flex-start" }}
          data={MACHINES.map((value) => ({ value, label: words.machines[value] }))}
          value={machine}
          onChange={onMachine}
        />
      )}
      <SimpleGrid cols={{ base: 1, lg: columns }} spacing="md">
        {KINDS.map((kind) => (
          <KindRules
            key={kind}
            form={form}
            machine={machine}
            kind={kind}
            layers={layers}
            disabled={disabled}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
