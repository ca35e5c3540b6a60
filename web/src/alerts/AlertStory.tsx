/** What was done about an alert, who did it and when. */
import { Text, Timeline } from "@mantine/core";
import { Moment } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";
import { stateOf, stateText } from "./state";
import { storyOf, wasNotified } from "./story";

export function AlertStory({ alert }: { alert: Alert }) {
  const steps = storyOf(alert);
  const isSilent = stateOf(alert) === "snoozed";
  return (
    <Panel>
      <PanelTitle>{words.history}</PanelTitle>
      <Timeline active={steps.length} bulletSize={12} lineWidth={2}>
        {steps.map(({ time, text, note }) => (
          <Timeline.Item key={`${time} ${text}`} title={text}>
            {note && (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {note}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <Moment time={time} />
            </Text>
          </Timeline.Item>
        ))}
        {isSilent && <Timeline.Item title={stateText(alert)} />}
      </Timeline>
      {!wasNotified(alert) && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.notNotified}
        </Text>
      )}
    </Panel>
  );
}
