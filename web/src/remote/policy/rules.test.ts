import { expect, test } from "vitest";
import {
  AS_ABOVE,
  inherited,
  isSet,
  type Layer,
  NOTHING_SET,
  placeText,
  policyBody,
  policyValues,
  rulesOf,
  sourceText,
  valueText,
} from "./rules";

const nothing = { terminal: {}, files: {}, screen: {}, tunnel: {} };
const layer = (level: string, name: string, screen: object): Layer => ({
  level,
  name,
  policy: { server: nothing, workstation: { ...nothing, screen } },
});
const LAYERS = [
  layer("site", "Main", { consent: "ask" }),
  layer("client", "Acme", { consent: "off", allowed: false, recording: null }),
  layer("release", "", { consent: "off", allowed: true, idle_seconds: 1800, recording: "off" }),
];
const above = (rule: "consent" | "allowed" | "idle_seconds" | "when_nobody") =>
  inherited(LAYERS, "workstation", "screen", rule);

test("a policy is sent as it was read", () => {
  const terminal = { allowed: false, consent: "ask", consent_seconds: 20, record_input: true };
  const policy = { server: { ...nothing, terminal }, workstation: nothing };
  expect(policyBody(policyValues(policy))).toEqual(policy);
});

test("what is left as above, or emptied, is not sent", () => {
  const values = policyValues({});
  values.server.files = { ...NOTHING_SET, consent: "notice", idle_seconds: "" };
  expect(policyBody(values)).toEqual({
    server: { ...nothing, files: { consent: "notice" } },
    workstation: nothing,
  });
  expect([isSet(values.server.files), isSet(values.server.screen)]).toEqual([true, false]);
});

test("the nearest level that says something counts", () => {
  expect(above("consent")).toEqual({ value: "ask", from: LAYERS[0] });
  expect(above("allowed")).toEqual({ value: false, from: LAYERS[1] });
  expect(above("idle_seconds")).toEqual({ value: 1800, from: LAYERS[2] });
  expect(inherited(LAYERS, "workstation", "screen", "recording")?.from).toBe(LAYERS[2]);
  expect(above("when_nobody")).toBeNull();
  expect(inherited(LAYERS, "server", "screen", "consent")).toBeNull();
});

test("below an input is where its value comes from", () => {
  expect(sourceText("consent", AS_ABOVE, above("consent"))).toBe("From site Main.");
  expect(sourceText("consent", "off", above("consent"))).toBe(
    "Set here. Above: Is asked first, from site Main.",
  );
  const idle = above("idle_seconds");
  expect(sourceText("idle_seconds", "", idle)).toBe(
    "As above: 30\u00a0min. From the defaults of Muster.",
  );
  expect(sourceText("idle_seconds", 90, idle)).toBe(
    "1\u00a0min 30\u00a0s. Set here. Above: 30\u00a0min, from the defaults of Muster.",
  );
  expect(sourceText("when_nobody", AS_ABOVE, null)).toBe("");
});

test("what only a newer server has is shown as it is", () => {
  expect(placeText({ level: "group", name: "Night" })).toBe("Night");
  expect(placeText({ level: "everything", name: "" })).toBe("the global settings");
  expect(valueText("consent", "twice")).toBe("twice");
});

test("what is typed is recorded in terminals only", () => {
  expect(rulesOf("terminal")).toContain("record_input");
  expect(rulesOf("screen")).not.toContain("record_input");
});
