import { expect, test } from "vitest";
import { type Recorded, storyOf, wasNotified } from "./story";

const opened: Recorded = {
  alert_time: "2026-11-18T10:00:00Z",
  acknowledged: false,
  acknowledge_note: "",
  resolved: false,
};

test("a new alert was opened, and nothing else", () => {
  expect(storyOf(opened)).toEqual([{ time: opened.alert_time, text: "Opened" }]);
  expect(wasNotified(opened)).toBe(false);
});

test("what was done comes in the order of its time, with what people wrote", () => {
  const alert: Recorded = {
    ...opened,
    email_sent: "2026-11-18T10:00:02Z",
    sms_sent: null,
    action_run: "2026-11-18T10:00:01Z",
    acknowledged: true,
    acknowledged_by: "ann",
    acknowledged_on: "2026-11-18T10:05:00Z",
    acknowledge_note: "on my way",
    resolved: true,
    resolved_on: "2026-11-18T11:00:00Z",
    resolved_by: null,
    resolved_email_sent: "2026-11-18T11:00:00Z",
  };
  expect(storyOf(alert)).toEqual([
    { time: "2026-11-18T10:00:00Z", text: "Opened" },
    { time: "2026-11-18T10:00:01Z", text: "Failure action ran" },
    { time: "2026-11-18T10:00:02Z", text: "E-mail sent" },
    { time: "2026-11-18T10:05:00Z", text: "Acknowledged by ann", note: "on my way" },
    { time: "2026-11-18T11:00:00Z", text: "Resolved" },
    { time: "2026-11-18T11:00:00Z", text: "E-mail about the recovery sent" },
  ]);
  expect(wasNotified(alert)).toBe(true);
});
