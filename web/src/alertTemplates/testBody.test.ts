import { expect, test } from "vitest";
import { newAlert, splitSentence, testBody } from "./testBody";

test("an agent that is overdue is asked about without severity and without flags", () => {
  const alert = { ...newAlert(), agent: "abc", kind: "agent" as const };
  expect(testBody(alert, false)).toEqual({ kind: "agent", agent: "abc", send: false });
});

test("a check or task is asked about with its severity and the channels it asks for", () => {
  const alert = { ...newAlert(), severity: "warning" as const, own: ["text"] };
  expect(testBody(alert, true)).toEqual({
    kind: "check",
    agent: null,
    severity: "warning",
    dashboard_alert: false,
    email_alert: false,
    text_alert: true,
    send: true,
  });
});

test("the server's sentences are split at what they are about", () => {
  expect(splitSentence("E-mail: sent to a@b.de, because x.")).toEqual([
    "E-mail",
    "sent to a@b.de, because x.",
  ]);
  expect(splitSentence("No alert is stored, as nothing above applies.")).toEqual([
    "",
    "No alert is stored, as nothing above applies.",
  ]);
});
