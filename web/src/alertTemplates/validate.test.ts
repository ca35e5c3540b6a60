import { expect, test } from "vitest";
import { problemsOf } from "./validate";
import { newStep, valuesOf } from "./values";

test("a template with a name and nothing else is right", () => {
  expect(problemsOf({ ...valuesOf(), name: "Night" })).toEqual({});
});

test("every recipient that cannot receive anything is named at its input", () => {
  const problems = problemsOf({
    ...valuesOf(),
    name: " ",
    email_recipients: ["ops@example.com", "ops"],
    text_recipients: ["110"],
    email_from: "muster",
    escalation: [newStep({ email_recipients: ["x"] }), newStep()],
  });
  expect(problems).toEqual({
    name: "Needs a name.",
    email_recipients: "ops is not an e-mail address.",
    text_recipients: "110 is not a telephone number such as +4930123456.",
    email_from: "muster is not an e-mail address.",
    "escalation.0.email_recipients": "x is not an e-mail address.",
    "escalation.1": "Needs a recipient.",
  });
});
