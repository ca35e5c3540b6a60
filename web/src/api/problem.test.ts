import { expect, test } from "vitest";
import { formErrors, Problem } from "./problem";

function answer(status: number, body: string) {
  return new Response(body, { status, headers: { "X-Request-Id": "from-header" } });
}

test("a refusal keeps the server's words, fields and request id", async () => {
  const body = {
    detail: "The client is not valid.",
    code: "invalid",
    errors: { "client.name": ["This name is taken."] },
    request_id: "abc",
  };
  const problem = await Problem.fromResponse(answer(400, JSON.stringify(body)));
  expect(problem.message).toBe("The client is not valid.");
  expect([problem.status, problem.code, problem.requestId]).toEqual([400, "invalid", "abc"]);
  expect(formErrors(problem, "client.")).toEqual({ name: "This name is taken." });
});

test("an answer that is not JSON still becomes a sentence with the request id of its header", async () => {
  const problem = await Problem.fromResponse(answer(502, "<html>Bad gateway</html>"));
  expect([problem.status, problem.code, problem.requestId]).toEqual([
    502,
    "unreadable",
    "from-header",
  ]);
});

test("a request without a response means the server is out of reach, whatever the browser calls it", () => {
  expect(Problem.ofRequest(new TypeError("der Server antwortet nicht")).code).toBe("unreachable");
  const refusal = new Problem("no", 403, "forbidden");
  expect(Problem.ofRequest(refusal)).toBe(refusal);
});

test.each([
  "Failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "network error",
  "Load failed",
  "Failed to fetch dynamically imported module: https://muster/ui/assets/RunPage-abc.js",
  "error loading dynamically imported module: https://muster/ui/assets/RunPage-abc.js",
  "Importing a module script failed.",
])("a part that was not loaded means the same: %s", (message) => {
  expect(Problem.from(new TypeError(message)).code).toBe("unreachable");
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'name')"),
  new ReferenceError("rows is not defined"),
  new RangeError("Maximum call stack size exceeded"),
])("an exception while rendering is a fault of the page, not of the connection: %s", (error) => {
  const problem = Problem.from(error);
  expect([problem.status, problem.code]).toEqual([0, "fault"]);
  expect(problem.message).toBe(
    `This page has a fault (${error.message}). Reload it, and report it when it happens again.`,
  );
});

test("other errors keep their own words", () => {
  const problem = Problem.from(new Error("Notifications are not allowed."));
  expect([problem.message, problem.code]).toEqual(["Notifications are not allowed.", "unexpected"]);
});

test("what is missing and what a computer cannot do are distinguished from faults", () => {
  const missing = new Problem("agent not found", 404, "not_found");
  const unsupported = new Problem("this machine has no systemd", 400, "unsupported_platform");
  const outdated = new Problem("this agent cannot do that", 400, "agent_outdated");
  const fault = new Problem("broken", 500, "internal");
  const all = [missing, unsupported, outdated, fault];
  expect(all.map((one) => [one.isMissing, one.isUnsupported])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ]);
});
