/** The person at the computer is being asked; nothing begins before they agree. */
import { Group, Loader, Text } from "@mantine/core";
import { useNow } from "../ui/Moment";
import { secondsTo } from "./countdown";
import { remote as words } from "./messages";
import classes from "./Session.module.css";

export function ConsentNotice({ until }: { until: number }) {
  const now = useNow(500);
  return (
    <div className={classes.notice}>
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <div>
          <Text size="sm" fw={600} role="status">
            {words.consent}
          </Text>
          {/* Not read out: every second would be too often. */}
          <Text size="sm" c="dimmed" className="numbers" aria-live="off">
            {words.consentHint} {words.consentLeft(secondsTo(until, now))}
          </Text>
        </div>
      </Group>
    </div>
  );
}
