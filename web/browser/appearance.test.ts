/** Dark rooms and small screens. */
import { beforeAll, expect, test } from "vitest";
import { NARROW, somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { overflow } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  await stage.addAgent("reception-pc", site);
});

/** How bright the page's background is, from 0 to 255. */
const brightness = () =>
  stage.person.page.evaluate(() => {
    const colour = getComputedStyle(document.body).backgroundColor;
    const parts = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return ((parts[0] ?? 0) + (parts[1] ?? 0) + (parts[2] ?? 0)) / 3;
  });

test("at first the theme is the system's, and follows it", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("link", { name: "reception-pc" }).waitFor();
  expect(await brightness()).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: "dark" });
  await eventually("it is dark", async () => (await brightness()) < 60);
  await page.emulateMedia({ colorScheme: "light" });
  await eventually("it is light", async () => (await brightness()) > 200);
});

test("a theme that was chosen stays, also after a reload", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await eventually("it is dark", async () => (await brightness()) < 60);
  await page.reload();
  await page.getByRole("link", { name: "reception-pc" }).waitFor();
  expect(await brightness()).toBeLessThan(60);
});

test("dates and colours look as one prefers, at once and after a reload", async () => {
  const { page } = stage.person;
  await page.goto("account");
  await page.getByRole("combobox", { name: "Dates and times" }).click();
  await page.getByRole("option", { name: "YYYY-MM-DD HH:mm:ss" }).click();
  await page.getByText(/^Now: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).waitFor();
  const tone = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue("--tone-good"));
  expect(await tone()).toBe("");
  await page.getByRole("combobox", { name: "Good" }).click();
  await page.getByRole("option", { name: "Blue" }).click();
  await eventually("good is blue", async () => (await tone()).includes("#0b62b8"));
  await page.reload();
  await page.getByText(/^Now: \d{4}-\d\d-\d\d/).waitFor();
  expect(await tone()).toContain("#0b62b8");
});

test("on a phone the menu opens and leads on, and a command can be run", async () => {
  const phone = await somebody(stage.browser, stage.muster.url, {
    viewport: NARROW,
    session: stage.session,
  });
  const { page } = phone;
  await page.goto("clients");
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await page.getByRole("link", { name: "Agents", exact: true }).last().click();
  await page.getByRole("link", { name: "reception-pc" }).click();
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.getByLabel("Command to run").fill("echo small");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const log = page.getByRole("log", { name: "Output" });
  await eventually("it printed", async () => (await log.textContent()) === "small\n");
  expect(await overflow(page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
});

test("on a phone there is a search, a sign of life, and rows for a thumb that say where they are", async () => {
  const phone = await somebody(stage.browser, stage.muster.url, {
    viewport: NARROW,
    session: stage.session,
  });
  const { page } = phone;
  await page.goto("agents");
  const row = page.getByRole("row", { name: /reception-pc/ });
  await row.getByText("Acme · Head office").first().waitFor();
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("img", { name: "Live" }).waitFor();
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  await page.getByPlaceholder("Search or jump to…").fill("reception");
  await page.getByRole("button", { name: /^reception-pc/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("the keyboard alone finds an agent and opens it: Enter takes the first hit, as soon as it is known", async () => {
  const { page } = stage.person;
  await page.goto("clients");
  await page.getByRole("heading", { name: "Clients and sites" }).waitFor();
  // Also out of a box that has the cursor.
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to…").fill("reception");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(await page.title()).toBe("Overview · reception-pc · Muster");
  await page.getByText("Connected now").waitFor();
});

test("the palette knows places, scripts, people, views and parts of pages, and is silent while it asks", async () => {
  const { page } = stage.person;
  const view = {
    name: "My servers",
    page: "agents",
    query: {},
    columns: [],
    sort: "",
    shared: false,
  };
  await stage.api("POST", "/core/views/", view);
  await page.goto("clients");
  await page.getByRole("heading", { name: "Clients and sites" }).waitFor();
  const hits: [typed: string, hit: RegExp][] = [
    ["acme", /^Acme\s*Client/],
    ["head off", /^Head office\s*Site of Acme/],
    ["olivia", /^olivia/],
    ["api k", /API keys/],
    ["bulk", /Bulk/],
    ["my serv", /^My servers/],
  ];
  await page.keyboard.press("Control+k");
  const box = page.getByPlaceholder("Search or jump to…");
  for (const [typed, hit] of hits) {
    await box.fill(typed);
    await page.getByRole("dialog").getByRole("button", { name: hit }).first().waitFor();
  }
  // An answer that is slow to come is not "nothing".
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route("**/agents/?*", async (route) => {
    await held;
    await route.continue();
  });
  await box.fill("nowhere-to-be-found");
  await page.getByText("Searching…").waitFor();
  expect(await page.getByText("Nothing found.").count()).toBe(0);
  letGo();
  await page.getByText("Nothing found.").waitFor();
  await page.unroute("**/agents/?*");
  await page.keyboard.press("Escape");
});

test("an address that leads nowhere keeps the frame around it", async () => {
  const { page } = stage.person;
  await page.goto("no/such/page");
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
  await page.goto("scripts/987654");
  await page.getByText("There is nothing at this address.").waitFor();
  await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  stage.person.forgive("404");
});

test("each tab has a title of its own", async () => {
  const { page } = stage.person;
  await page.goto("settings/global/api-keys");
  await eventually("it is called by its tab", async () => {
    return (await page.title()) === "API keys · Settings · Muster";
  });
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
