import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { readOlder } from "./readOlder";

const KEY = ["agents", "fleet"];
const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
afterEach(() => client.clear());

/** Shows the query; `answers` are the server's, one after the other. */
function shown(answers: (() => Promise<string>)[]) {
  const read = vi.fn(() => (answers.shift() ?? (async () => "unexpected"))());
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn: read });
  observer.subscribe(() => {});
  return { read, data: () => observer.getCurrentResult().data };
}

test("what was read before is read again, once, however many listen for it", async () => {
  const { read, data } = shown([async () => "before", async () => "after"]);
  await vi.waitFor(() => expect(data()).toBe("before"));
  readOlder(client, [KEY, ["agents"]], true);
  readOlder(client, [KEY], true);
  await vi.waitFor(() => expect(data()).toBe("after"));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(read).toHaveBeenCalledTimes(2);
});

test("an answer that is under way is shown, then read again", async () => {
  let give = (_: string) => {};
  const slow = () => new Promise<string>((done) => (give = done));
  const { read, data } = shown([slow, async () => "after"]);
  readOlder(client, [KEY], true);
  expect(read).toHaveBeenCalledTimes(1);
  give("before");
  await vi.waitFor(() => expect(data()).toBe("after"));
  expect(read).toHaveBeenCalledTimes(2);
});

test("what is only now being read is read once", async () => {
  const { read, data } = shown([async () => "now"]);
  readOlder(client, [KEY], false);
  await vi.waitFor(() => expect(data()).toBe("now"));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(read).toHaveBeenCalledTimes(1);
});
