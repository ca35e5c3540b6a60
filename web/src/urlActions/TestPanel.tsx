/** Sends the webhook of a form once, and shows what the other side answers. */
import { Code, Group, Select, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api } from "../api/client";
import type { Problem } from "../api/problem";
import { asWord } from "../api/word";
import { ActionButton } from "../ui/actions";
import { Facts } from "../ui/Facts";
import { Panel, PanelTitle } from "../ui/Page";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { urlActions as words } from "./messages";
import type { UrlAction, UrlActionTest } from "./queries";
import { SubjectSelect } from "./SubjectSelect";
import { type TestSubject, testOf, type UrlActionValues } from "./values";

interface TestPanelProps {
  values: UrlActionValues;
  stored: UrlAction | undefined;
}

export function TestPanel({ values, stored }: TestPanelProps) {
  const [subject, setSubject] = useState<TestSubject>({ kind: "none", id: null });
  const [problem, setProblem] = useState<Problem | null>(null);
  const test = useAction({
    act: () => {
      setProblem(null);
      const body = testOf(values, subject, stored);
      return answer(api.POST("/core/urlaction/run/test/", { body }));
    },
    onProblem: setProblem,
  });
  return (
    <Panel>
      <PanelTitle>{words.test}</PanelTitle>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.testAbout}
        </Text>
        <Select
          label={words.testFor}
          data={Object.entries(words.testKinds).map(([value, label]) => ({ value, label }))}
          value={subject.kind}
          onChange={(kind) => kind && setSubject({ kind: asWord(kind), id: null })}
          allowDeselect={false}
        />
        <SubjectSelect subject={subject} onChange={(id) => setSubject({ ...subject, id })} />
        <Group>
          <ActionButton
            right="can_run_urlactions"
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {words.testSend}
          </ActionButton>
        </Group>
        {problem && <ProblemNotice error={problem} />}
        {!problem && test.data && <Result test={test.data} />}
      </Stack>
    </Panel>
  );
}

function Result({ test }: { test: UrlActionTest }) {
  return (
    <Stack gap="xs" role="status">
      <Facts
        facts={[
          [words.testUrl, <Code fz="sm">{test.url}</Code>],
          [words.testStatus, test.status ?? words.testNoAnswer],
        ]}
      />
      <Text size="sm" fw={600}>
        {words.testAnswer}
      </Text>
      {test.result === "" ? (
        <Text size="sm" c="dimmed">
          {words.testEmpty}
        </Text>
      ) : (
        <Code block fz="sm" mah={240} style={{ overflow: "auto", whiteSpace: "pre-wrap" }}>
          {test.result}
        </Code>
      )}
    </Stack>
  );
}
