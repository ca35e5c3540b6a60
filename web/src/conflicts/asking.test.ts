import { afterEach, expect, test, vi } from "vitest";
import { askWith, type Conflict, seen, settle } from "./asking";

const url = "http://muster.test/scripts/7/";
const request = () =>
  new Request(url, {
    method: "PUT",
    headers: {
      Authorization: "Token t",
      "If-Match": '"10:00"',
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ description: "mine" }),
  });
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const refusal = (current: object = {}) =>
  json(409, { code: "edit_conflict", detail: "ada changed this.", current });

afterEach(() => {
  vi.unstubAllGlobals();
  askWith(async () => false);
});

/** Answers each PUT with the next of these. */
function server(puts: Response[]) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (input: Request) => {
    sent.push(`${input.headers.get("If-Match")} ${await input.text()}`);
    return puts.shift();
  });
  return sent;
}

test("a change that overwrites is sent with the newest state", async () => {
  const asked: Conflict[] = [];
  const stored = { description: "theirs", modified_by: "ada", modified_time: "10:05" };
  const sent = server([json(200, { description: "mine" })]);
  askWith(async (conflict) => {
    asked.push(conflict);
    return true;
  });
  const answer = await settle(request(), refusal(stored));
  expect(await answer.json()).toEqual({ description: "mine" });
  expect(sent).toEqual(['"10:05" {"description":"mine"}']);
  expect(asked).toEqual([
    { theirs: stored, mine: { description: "mine" }, message: "ada changed this." },
  ]);
});

test("a person who is overtaken again is asked again, and may stop", async () => {
  const sent = server([refusal({ modified_time: "10:07" })]);
  const answers = [true, false];
  askWith(async () => answers.shift() ?? false);
  const answer = await settle(request(), refusal({ modified_time: "10:05" }));
  expect([answer.status, sent.length, answers]).toEqual([409, 1, []]);
});

test("other refusals are left alone", async () => {
  askWith(() => Promise.reject(new Error("nobody must be asked")));
  const other = json(409, { code: "in_use", detail: "It is in use." });
  expect(await settle(request(), other)).toBe(other);
});

test("the header has the time in quotes, and is left out where there is none", () => {
  expect([seen("10:00"), seen(undefined)]).toEqual([{ "If-Match": '"10:00"' }, {}]);
});
