/** Above the content of a session: what it waits for, or why it has ended and what to do about it. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { sentence } from "../texts/texts";
import { useAction } from "../ui/useAction";
import { ConsentNotice } from "./ConsentNotice";
import { remote as words } from "./messages";
import { openSession } from "./openSession";
import classes from "./Session.module.css";
import { type OpenSession, sessions } from "./sessions";
import { usePipe } from "./usePipe";

interface SessionNoticeProps {
  session: OpenSession;
  /** What is worth saying although the session is open: its shell has ended. */
  about?: string | undefined;
}

export function SessionNotice({ session, about }: SessionNoticeProps) {
  const { phase, notice } = usePipe(session.pipe);
  if (phase.is === "consent") return <ConsentNotice until={phase.until} />;
  if (phase.is === "broken") {
    return (
      <Line text={sentence(phase.reason)}>
        <Button
          size="compact-sm"
          variant="default"
          loading={phase.until === null}
          onClick={() => session.pipe.reconnectNow()}
        >
          {words.reconnectNow}
        </Button>
      </Line>
    );
  }
  if (phase.is === "ended") {
    return (
      <Line text={about ?? words.endedBecause(sentence(phase.reason))}>
        <OpenAgain session={session} />
      </Line>
    );
  }
  const text = about ?? notice;
  if (!text) return null;
  return <Line text={sentence(text)}>{about && <OpenAgain session={session} />}</Line>;
}

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.notice} role="status">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{text}</Text>
        {children}
      </Group>
    </div>
  );
}

/** Another session of the same kind, in the position of this one. */
function OpenAgain({ session }: { session: OpenSession }) {
  const again = useAction({
    act: () => openSession(session),
    refresh: [["remote"]],
    onDone: () => sessions.remove(session.id),
  });
  return (
    <Button size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
      {words.openAgain}
    </Button>
  );
}
