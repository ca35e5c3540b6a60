/** The worker as a browser runs it: alone, with what a browser hands to it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const CODE = readFileSync(resolve(import.meta.dirname, "../../public/push-worker.js"), "utf8");
const START = "https://muster.example.com/ui/";

type Handler = (event: object) => void;

function start(openWindows: string[] = []) {
  const handlers: Record<string, Handler> = {};
  const happened: unknown[] = [];
  const windows = openWindows.map((url) => ({
    url,
    focus: async () => happened.push(["focus", url]),
  }));
  const self = {
    location: { href: `${START}push-worker.js` },
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler;
    },
    skipWaiting: async () => {},
    registration: {
      showNotification: async (title: string, options: object) => {
        happened.push(JSON.parse(JSON.stringify([title, options])));
      },
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => happened.push(["open", url]),
    },
  };
  runInContext(CODE, createContext({ self, URL }));
  const send = async (name: string, event: object) => {
    const waiting: Promise<unknown>[] = [];
    handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => waiting.push(work) });
    await Promise.all(waiting);
    return happened;
  };
  const click = (url: unknown) =>
    send("notificationclick", { notification: { data: { url }, close: () => {} } });
  return { push: (data: unknown) => send("push", { data }), click };
}

const shown = (title: string, body: string, url: string, tag: string) => [
  title,
  { body, icon: `${START}icon.svg`, data: { url }, tag, renotify: tag !== "" },
];

test("a notification shows what was sent", async () => {
  const sent = { title: "Disk full", body: "1 GB left", url: "/ui/alerts/7", tag: "alert 7" };
  const happened = await start().push({ json: () => sent });
  expect(happened).toEqual([shown("Disk full", "1 GB left", "/ui/alerts/7", "alert 7")]);
});

test("what cannot be read is shown as well, as browsers demand", async () => {
  const broken = {
    json: () => {
      throw new SyntaxError();
    },
  };
  expect(await start().push(broken)).toEqual([shown("Muster", "", "", "")]);
  expect(await start().push(null)).toEqual([shown("Muster", "", "", "")]);
});

test("a click opens the page, or brings the window to the front that shows it", async () => {
  const page = `${START}alerts/7`;
  expect(await start([`${START}agents`]).click("/ui/alerts/7")).toEqual([["open", page]]);
  expect(await start([`${START}agents`, page]).click("/ui/alerts/7")).toEqual([["focus", page]]);
});

test("a click opens nothing but the interface", async () => {
  const others = ["https://evil.example.com/ui/", "/logs/", "javascript:alert(1)", "//x", "", 7];
  for (const url of others) {
    const [[, opened] = []] = (await start().click(url)) as [string, string][];
    expect(opened?.startsWith(START)).toBe(true);
  }
});
