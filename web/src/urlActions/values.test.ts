import { expect, test } from "vitest";
import { bodyOf, newSecret, testOf, valuesOf, withPreset } from "./values";

const stored = {
  id: 7,
  name: "Chat",
  desc: "d",
  pattern: "https://h/",
  action_type: "rest",
  rest_method: "put",
  rest_body: "b",
  rest_headers: "{}",
  signing_secret: "********",
  created_by: "ann",
  created_time: "2026-01-01T00:00:00Z",
  modified_by: "ann",
  modified_time: "2026-01-01T00:00:00Z",
} as const;

test("a form without changes sends what is stored, and no secret", () => {
  expect(bodyOf(valuesOf(stored))).toEqual({
    name: "Chat",
    desc: "d",
    pattern: "https://h/",
    action_type: "rest",
    rest_method: "put",
    rest_body: "b",
    rest_headers: "{}",
  });
});

test("a secret is kept, replaced or cleared", () => {
  const values = valuesOf(stored);
  expect(values.signs).toBe(true);
  expect(bodyOf({ ...values, signing_secret: "new" })).toMatchObject({ signing_secret: "new" });
  expect(bodyOf({ ...values, signs: false, signing_secret: "typed" })).toMatchObject({
    signing_secret: null,
  });
  expect(valuesOf({ ...stored, signing_secret: null }).signs).toBe(false);
});

test("a preset makes a webhook and keeps a name that was typed", () => {
  const preset = {
    id: "slack",
    name: "Slack",
    hint: "h.",
    pattern: "https://slack/",
    rest_method: "post",
    rest_body: "body",
    rest_headers: "headers",
    keys: ["slack_token"],
  } as const;
  const made = withPreset(valuesOf(), { ...preset, keys: [...preset.keys] });
  expect(made).toMatchObject({
    name: "Slack",
    action_type: "rest",
    pattern: "https://slack/",
    rest_body: "body",
    rest_headers: "headers",
  });
  const named = { ...valuesOf(), name: "Mine" };
  expect(withPreset(named, { ...preset, keys: [] }).name).toBe("Mine");
});

test("a test sends the form as it is, about something or nothing", () => {
  const values = valuesOf(stored);
  expect(testOf(values, { kind: "agent", id: "abc" }, stored)).toEqual({
    pattern: "https://h/",
    rest_method: "put",
    rest_body: "b",
    rest_headers: "{}",
    run_instance_type: "agent",
    run_instance_id: "abc",
    id: 7,
  });
  const unsigned = testOf({ ...values, signs: false }, { kind: "none", id: "abc" });
  expect(unsigned).toMatchObject({ run_instance_id: null, id: null, signing_secret: null });
});

test("a new secret is long and another one each time", () => {
  expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSecret()).not.toBe(newSecret());
});
