/** "Who would be notified?": asks the server about an imagined alert, and sends test messages. */
import { Checkbox, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconHelp, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import type { Problem } from "../api/problem";
import { asWord } from "../api/word";
import type { AlertTemplate } from "../templateChoice/queries";
import { ActionButton } from "../ui/actions";
import { Panel, PanelTitle } from "../ui/Page";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { form, test as words } from "./messages";
import { testTemplate } from "./queries";
import { TestResult } from "./TestResult";
import { type ImaginedAlert, newAlert, testBody } from "./testBody";
import { KINDS, SEVERITIES } from "./values";

interface TestPanelProps {
  template: AlertTemplate;
  /** Whether something was typed that does not count here. */
  dirty: boolean;
}

export function TestPanel({ template, dirty }: TestPanelProps) {
  const [alert, setAlert] = useState(newAlert);
  const [problem, setProblem] = useState<Problem | null>(null);
  const test = useAction({
    act: (send: boolean) => {
      setProblem(null);
      return testTemplate(template.id, testBody(alert, send));
    },
    onProblem: setProblem,
  });
  const change = (changes: Partial<ImaginedAlert>) => {
    setAlert({ ...alert, ...changes });
    // An answer about another alert would be misread.
    test.reset();
  };
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Stack gap="sm">
        <Text size="sm" c={dirty ? "var(--tone-warning)" : "dimmed"} role="status">
          {dirty ? words.unsaved : words.about}
        </Text>
        <AlertFields alert={alert} onChange={change} />
        <Group gap="xs">
          <ActionButton
            right="can_manage_alerttemplates"
            leftSection={<IconHelp size={16} />}
            loading={test.isPending && test.variables === false}
            onClick={() => test.mutate(false)}
          >
            {words.ask}
          </ActionButton>
          <ActionButton
            right="can_manage_alerttemplates"
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.isPending && test.variables === true}
            onClick={() => test.mutate(true)}
          >
            {words.send}
          </ActionButton>
        </Group>
        <Text size="xs" c="dimmed">
          {words.sendHint}
        </Text>
        {problem && <ProblemNotice error={problem} />}
        {!problem && test.data && (
          <TestResult answer={test.data} wasSent={test.variables === true} />
        )}
      </Stack>
    </Panel>
  );
}

interface AlertFieldsProps {
  alert: ImaginedAlert;
  onChange: (changes: Partial<ImaginedAlert>) => void;
}

function AlertFields({ alert, onChange }: AlertFieldsProps) {
  return (
    <>
      <AgentSelect
        label={words.agent}
        description={words.agentHint}
        placeholder={words.noAgent}
        value={alert.agent}
        onChange={(agent) => onChange({ agent })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={words.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          allowDeselect={false}
          value={alert.kind}
          onChange={(kind) => kind && onChange({ kind: asWord(kind) })}
        />
        {alert.kind !== "agent" && (
          <Select
            label={words.severity}
            data={SEVERITIES.map((value) => ({ value, label: form.severityNames[value] }))}
            allowDeselect={false}
            value={alert.severity}
            onChange={(severity) => severity && onChange({ severity: asWord(severity) })}
          />
        )}
      </SimpleGrid>
      {alert.kind !== "agent" && (
        <Checkbox.Group
          label={words.own[alert.kind]}
          value={alert.own}
          onChange={(own) => onChange({ own })}
        >
          <Group gap="md" mt={4}>
            <Checkbox value="dashboard" label={form.channels.alert} />
            <Checkbox value="email" label={form.channels.email} />
            <Checkbox value="text" label={form.channels.text} />
          </Group>
        </Checkbox.Group>
      )}
    </>
  );
}
