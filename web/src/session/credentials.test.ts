import { beforeAll, beforeEach, expect, test, vi } from "vitest";

const anna = { token: "old", expiry: "", username: "anna", name: "anna" };

/** What was sent, as `token body`. */
let sent: string[] = [];
let parts: [typeof import("../api/client"), typeof import("./session")];

/** A server that knows one token and no longer the old one. */
async function server(request: Request): Promise<Response> {
  const token = request.headers.get("Authorization")?.replace("Token ", "");
  sent.push(`${token} ${await request.text()}`);
  if (token === "new") return Response.json("saved");
  return Response.json(
    { detail: "This session has ended.", code: "unauthenticated" },
    { status: 401 },
  );
}

beforeAll(async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", server);
  parts = [await import("../api/client"), await import("./session")];
  const { credentials } = await import("./credentials");
  parts[0].api.use(credentials);
});

beforeEach(() => {
  sent = [];
  parts[1].session.begin(anna);
});

const save = () => {
  const [{ answer, api }] = parts;
  const body = { description: "typed for an hour" };
  const params = { path: { agent_id: "a" } };
  return answer(api.PUT("/agents/{agent_id}/", { params, body }));
};

const locked = () => vi.waitFor(() => expect(parts[1].session.isLocked()).toBe(true));

test("what was sent in a session that had ended is sent again after signing in", async () => {
  const { session } = parts[1];
  const saving = save();
  await locked();
  expect(session.current()?.username).toBe("anna");
  session.begin({ ...anna, token: "new" });
  expect(await saving).toBe("saved");
  expect(sent).toEqual([
    'old {"description":"typed for an hour"}',
    'new {"description":"typed for an hour"}',
  ]);
});

test("what is asked meanwhile waits, and nothing is asked with the old token again", async () => {
  const { session } = parts[1];
  const saving = [save()];
  await locked();
  saving.push(save());
  session.begin({ ...anna, token: "new" });
  expect(await Promise.all(saving)).toEqual(["saved", "saved"]);
  expect(sent.map((one) => one.slice(0, 3))).toEqual(["old", "new", "new"]);
});

test("another person does not save what the first one wrote", async () => {
  const { session } = parts[1];
  const saving = save().catch((problem: Error) => problem.message);
  await locked();
  session.begin({ ...anna, username: "ben", token: "new" });
  expect(await saving).toBe("This session has ended.");
  expect(sent).toHaveLength(1);
});

test("somebody who does not sign in again gets the refusal", async () => {
  const { session } = parts[1];
  const saving = save().catch((problem: Error) => problem.message);
  await locked();
  session.end();
  expect(await saving).toBe("This session has ended.");
});

test("a sign-out in another tab ends the session here too, and locks a page with unsaved work", async () => {
  const { followOtherTab, session } = parts[1];
  localStorage.removeItem("muster.session");
  followOtherTab(true);
  expect([session.isLocked(), session.ending()]).toEqual([true, "elsewhere"]);
  followOtherTab(false);
  expect([session.current(), session.ending()]).toEqual([null, "elsewhere"]);
});
