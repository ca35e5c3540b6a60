/** Shows several lines before they are pasted into a shell. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { ui } from "../../ui/messages";
import { remote as words } from "../messages";
import { linesOf } from "./paste";
import classes from "./Terminal.module.css";

interface PasteDialogProps {
  text: string;
  /** The text, or nothing when it is not to be pasted. */
  onAnswer: (text: string | null) => void;
}

export function PasteDialog({ text, onAnswer }: PasteDialogProps) {
  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={words.pasteTitle}
      size="lg"
      returnFocus={false}
    >
      <Stack gap="md">
        <Text size="sm">{words.pasteText(linesOf(text).length)}</Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it */}
        <pre className={classes.pasted} tabIndex={0}>
          {text}
        </pre>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(null)}>
            {ui.cancel}
          </Button>
          <Button onClick={() => onAnswer(text)} data-autofocus>
            {words.paste}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
