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

test("a failed fetch means the server is out of reach", () => {
  expect(Problem.from(new TypeError("Failed to fetch")).code).toBe("unreachable");
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
