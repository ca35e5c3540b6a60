/** What was done about an alert, in the order in which it happened. */
import { alerts as words } from "./messages";

/** As much of an alert as its story needs. */
export interface Recorded {
  alert_time: string;
  acknowledged: boolean;
  acknowledged_by?: string | null;
  acknowledged_on?: string | null;
  acknowledge_note: string;
  resolved: boolean;
  resolved_by?: string | null;
  resolved_on?: string | null;
  email_sent?: string | null;
  sms_sent?: string | null;
  resolved_email_sent?: string | null;
  resolved_sms_sent?: string | null;
  action_run?: string | null;
  resolved_action_run?: string | null;
}

export interface Step {
  time: string;
  text: string;
  /** What somebody wrote about it. */
  note?: string;
}

/** Steps at the same time stay in the order of this list. */
export function storyOf(alert: Recorded): Step[] {
  const steps: (Step | null)[] = [
    step(alert.alert_time, words.opened),
    step(alert.email_sent, words.emailSent),
    step(alert.sms_sent, words.smsSent),
    step(alert.action_run, words.actionRun),
    alert.acknowledged ? acknowledgement(alert) : null,
    alert.resolved
      ? step(
          alert.resolved_on,
          alert.resolved_by ? words.resolvedBy(alert.resolved_by) : words.resolved,
        )
      : null,
    step(alert.resolved_email_sent, words.resolvedEmailSent),
    step(alert.resolved_sms_sent, words.resolvedSmsSent),
    step(alert.resolved_action_run, words.resolvedActionRun),
  ];
  return steps
    .filter((one) => one !== null)
    .toSorted((left, right) => Date.parse(left.time) - Date.parse(right.time));
}

const step = (time: string | null | undefined, text: string): Step | null =>
  time ? { time, text } : null;

function acknowledgement(alert: Recorded): Step | null {
  const { acknowledged_by: who, acknowledge_note: note } = alert;
  const done = step(alert.acknowledged_on, who ? words.acknowledgedBy(who) : words.acknowledged);
  return done && note ? { ...done, note } : done;
}

/** Whether anybody was notified of it, as far as the alert records that. */
export const wasNotified = ({ email_sent, sms_sent }: Recorded) => Boolean(email_sent || sms_sent);
