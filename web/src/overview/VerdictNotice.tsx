/** One sentence about everything: that nothing is wrong, or that this is not known. */
import { Alert, List, Text } from "@mantine/core";
import { IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import type { Verdict } from "./findings";
import { overview as words } from "./messages";

interface VerdictNoticeProps {
  verdict: Verdict;
  /** What cannot be seen, by its name. */
  unseen: string[];
}

/** What is wrong says so itself, below. */
export function VerdictNotice({ verdict, unseen }: VerdictNoticeProps) {
  if (verdict === "fine") {
    return (
      <Alert
        color="green"
        variant="light"
        icon={<IconCircleCheck />}
        title={words.fine}
        role="status"
      >
        {words.fineHint}
      </Alert>
    );
  }
  if (verdict === "wrong" || unseen.length === 0) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconHelpCircle />}
      title={words.notKnown}
      role="status"
    >
      <Text size="sm">{words.notKnownHint}</Text>
      <List size="sm">
        {unseen.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
