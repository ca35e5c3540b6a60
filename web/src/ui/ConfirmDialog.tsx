/** Asks before something is destroyed: names the targets, and requires a name to be typed. */
import { Button, Group, List, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../texts/format";
import { FormProblems } from "./FormProblems";
import { ui } from "./messages";

interface ConfirmProps {
  title: string;
  /** What will happen, in one sentence. */
  children: ReactNode;
  /** Names of the targets; the first ten are shown. */
  targets?: string[];
  /** More about the targets than their names. */
  about?: ReactNode;
  /** The word to type: usually the host's or client's name. */
  word?: string;
  action: string;
  busy?: boolean;
  /** What is wrong with the fields, to be counted beside the button. */
  errors?: Record<string, unknown>;
  /** Whether something is still missing. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const SHOWN = 10;

export function ConfirmDialog(props: ConfirmProps) {
  const [typed, setTyped] = useState("");
  const isTyped = props.word === undefined || typed.trim() === props.word.trim();
  const sure = isTyped && !props.disabled;
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (sure) props.onConfirm();
        }}
      >
        <Stack gap="md">
          <Text size="sm" component="div">
            {props.children}
          </Text>
          <Targets names={props.targets ?? []} />
          {props.about}
          {props.word !== undefined && (
            <TextInput
              label={ui.typeToConfirm(props.word)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          <Group justify="flex-end" gap="xs">
            <FormProblems errors={props.errors} saves={false} />
            <Button variant="default" onClick={props.onClose}>
              {ui.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!sure} loading={props.busy ?? false}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Targets({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  const rest = names.length - SHOWN;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {ui.affects}
      </Text>
      <List size="sm" spacing={2}>
        {names.slice(0, SHOWN).map((name) => (
          <List.Item key={name} fw={600}>
            {name}
          </List.Item>
        ))}
        {rest > 0 && <List.Item c="dimmed">{ui.andMore(formatNumber(rest))}</List.Item>}
      </List>
    </div>
  );
}
