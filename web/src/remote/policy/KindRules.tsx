/** The rules of one kind of session on one type of computer. */
import { Button, SimpleGrid } from "@mantine/core";
import { Panel, PanelTitle } from "../../ui/Page";
import type { Kind } from "../kind";
import { policy as words } from "./messages";
import { RuleInput } from "./RuleInput";
import { inherited, isSet, type Layer, type Machine, NOTHING_SET, rulesOf } from "./rules";
import type { PolicyForm } from "./usePolicyForm";

interface KindRulesProps {
  form: PolicyForm;
  machine: Machine;
  kind: Kind;
  layers: Layer[];
  disabled: boolean;
}

export function KindRules({ form, machine, kind, layers, disabled }: KindRulesProps) {
  const name = words.kinds[kind];
  const reset = !disabled && isSet(form.values[machine][kind]) && (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={words.resetLabel(name)}
      onClick={() => form.setFieldValue(`${machine}.${kind}`, NOTHING_SET)}
    >
      {words.reset}
    </Button>
  );
  return (
    <section aria-label={name}>
      <Panel h="100%">
        <PanelTitle actions={reset}>{name}</PanelTitle>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          {rulesOf(kind).map((rule) => (
            <RuleInput
              key={rule}
              form={form}
              path={{ machine, kind, rule }}
              above={inherited(layers, machine, kind, rule)}
              disabled={disabled}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </section>
  );
}
