import { beforeEach, expect, test } from "vitest";
import { Browser } from "./browser";
import { FakeAgent } from "./fakeAgent";
import { FakePipe, TestClock } from "./fakePipe";
import { Requests } from "./requests";

let agent: FakeAgent;
let browser: Browser;

beforeEach(() => {
  agent = new FakeAgent();
  for (const path of ["/etc", "/etc/ssh", "/home"]) agent.files.set(path, null);
  browser = new Browser(new Requests(new FakePipe(agent), new TestClock(), 0));
});

const names = () => browser.get().entries.map(({ name }) => name);

test("it begins in the only root there is, or where it was before", async () => {
  await browser.begin();
  expect(browser.get()).toMatchObject({ path: "/", isLoading: false, total: 2, problem: null });
  expect(names()).toEqual(["etc", "home"]);
  const again = new Browser(new Requests(new FakePipe(agent), new TestClock(), 0));
  await again.begin("/etc");
  expect(again.get().path).toBe("/etc");
});

test("back, forward and up lead where they led before", async () => {
  await browser.begin();
  await browser.open("/etc");
  await browser.open("/etc/ssh");
  expect(browser.get()).toMatchObject({ canGoBack: true, canGoForward: false });
  await browser.back();
  await browser.back();
  expect(browser.get()).toMatchObject({ path: "/", canGoBack: false, canGoForward: true });
  await browser.back();
  await browser.forward();
  expect(browser.get().path).toBe("/etc");
  await browser.open("/home");
  expect(browser.get()).toMatchObject({ path: "/home", canGoForward: false });
  await browser.up();
  expect(browser.get().path).toBe("/");
  await browser.up();
  expect(browser.get().path).toBe("/");
});

test("all pages of a folder are read, and those of a huge one when asked for", async () => {
  agent.disk.pageSize = 2;
  for (let number = 0; number < 5; number += 1) agent.files.set(`/home/${number}`, null);
  await browser.begin("/home");
  expect(names()).toHaveLength(5);
  agent.disk.pageSize = 1000;
  for (let number = 0; number < 6000; number += 1) agent.files.set(`/etc/ssh/${number}`, null);
  await browser.open("/etc/ssh");
  expect(browser.get()).toMatchObject({ total: 6000, isLoading: false });
  expect(names()).toHaveLength(5000);
  await browser.more();
  expect(names()).toHaveLength(6000);
  expect(browser.get().next).toBeNull();
});

test("a folder that cannot be read says why, and can be tried again", async () => {
  await browser.begin("/no");
  expect(browser.get()).toMatchObject({ path: "/no", entries: [], isLoading: false });
  expect(browser.get().problem?.message).toBe("/no is not there.");
  agent.files.set("/no", null);
  await browser.reload();
  expect(browser.get().problem).toBeNull();
});

test("whoever goes elsewhere does not see the folder before", async () => {
  await browser.begin();
  const slow = browser.open("/etc");
  await browser.open("/home");
  await slow;
  expect(browser.get()).toMatchObject({ path: "/home", problem: null, entries: [] });
});
