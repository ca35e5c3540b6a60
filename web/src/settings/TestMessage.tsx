/** Tries out the saved settings with a message, and shows what the other side answered. */
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ActionButton } from "../ui/actions";
import { Panel, PanelTitle } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { settings as words } from "./messages";

interface TestMessageProps {
  title: string;
  /** The label of the recipient. */
  to: string;
  type: "email" | "tel";
  icon: ReactNode;
  /** Sends to this recipient; without one to all that the settings name. */
  send: (body: { to?: string }) => Promise<string>;
}

export function TestMessage({ title, to: label, type, icon, send }: TestMessageProps) {
  const [to, setTo] = useState("");
  const [result, setResult] = useState<{ text: string; failed: boolean } | null>(null);
  const test = useAction({
    act: () => send(to.trim() ? { to: to.trim() } : {}),
    onDone: (text) => setResult({ text, failed: false }),
    onProblem: (problem) => setResult({ text: problem.message, failed: true }),
  });
  return (
    <Panel>
      <PanelTitle>{title}</PanelTitle>
      <Stack gap="sm">
        <TextInput
          label={label}
          description={words.testHint}
          type={type}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Group>
          <ActionButton
            right="can_edit_core_settings"
            variant="default"
            leftSection={icon}
            loading={test.isPending}
            onClick={() => {
              setResult(null);
              test.mutate();
            }}
          >
            {title}
          </ActionButton>
        </Group>
        {result && (
          <Text
            size="sm"
            role={result.failed ? "alert" : "status"}
            {...(result.failed && { c: "var(--tone-bad)" })}
          >
            {result.text}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
