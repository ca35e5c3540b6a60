import { expect, test } from "vitest";
import type { AlertTemplate } from "../templateChoice/queries";
import { flagOf, TRI_STATES, triStateOf } from "./triState";
import { bodyOf, changesOf, newStep, valuesOf } from "./values";

const stored = {
  id: 4,
  name: "Servers",
  is_active: false,
  owner_clients: [2],
  exclude_servers: false,
  exclude_workstations: true,
  excluded_clients: [3],
  excluded_sites: [],
  excluded_agents: [9],
  action_type: "rest",
  action: null,
  action_rest: 5,
  action_args: ["--now"],
  action_env_vars: [],
  action_timeout: 60,
  agent_always_email: true,
  agent_always_text: false,
  agent_always_alert: null,
  check_email_alert_severity: ["error"],
  email_recipients: ["ops@example.com"],
  email_from: null,
  escalation: [{ after_minutes: 20, email_recipients: ["boss@example.com"], text_recipients: [] }],
} as unknown as AlertTemplate;

test("true, false and null are on, off and by object, and back", () => {
  expect([true, false, null, undefined].map(triStateOf)).toEqual(["on", "off", "object", "object"]);
  expect(TRI_STATES.map(flagOf)).toEqual([true, false, null]);
});

test("a stored template fills the form and is sent back as it was", () => {
  const values = valuesOf(stored);
  expect([values.agent_always_email, values.agent_always_text, values.agent_always_alert]).toEqual([
    "on",
    "off",
    "object",
  ]);
  expect([values.action, values.action_rest, values.excluded_clients]).toEqual([null, "5", ["3"]]);
  expect(bodyOf(values)).toMatchObject({
    name: "Servers",
    is_active: false,
    owner_clients: [2],
    excluded_clients: [3],
    excluded_agents: [9],
    action_type: "rest",
    action: null,
    action_rest: 5,
    action_timeout: 60,
    agent_always_email: true,
    agent_always_text: false,
    agent_always_alert: null,
    check_email_alert_severity: ["error"],
    email_from: null,
    escalation: [
      { after_minutes: 20, email_recipients: ["boss@example.com"], text_recipients: [] },
    ],
  });
});

test("a new template has the defaults of the API and leaves its owners to the server", () => {
  const body = bodyOf({ ...valuesOf(), name: "  Night  " });
  expect(body).toMatchObject({
    name: "Night",
    is_active: true,
    action_type: "script",
    resolved_action_timeout: 15,
    check_always_email: null,
    task_script_actions: true,
    agent_periodic_alert_days: 0,
    escalation: [],
  });
  expect(body).not.toHaveProperty("owner_clients");
});

test("the names of steps in the form are not sent, and an emptied number is the default", () => {
  const values = valuesOf();
  const step = newStep({ after_minutes: "", text_recipients: ["+123456"] });
  const body = bodyOf({ ...values, escalation: [step], check_periodic_alert_days: "" });
  expect(body.escalation).toEqual([
    { after_minutes: null, email_recipients: [], text_recipients: ["+123456"] },
  ]);
  expect(body.check_periodic_alert_days).toBeNull();
});

test("of a change only what is different is sent", () => {
  const before = valuesOf(stored);
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, name: "All", task_always_alert: "off" })).toEqual({
    name: "All",
    task_always_alert: false,
  });
});
