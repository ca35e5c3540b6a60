/** A technician works in a terminal on a computer, and a second one joins in. */
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { enrolCode, givePassword, type owner } from "./owner.ts";
import { openStage } from "./stage.ts";
import { addAccount } from "./technicians.ts";
import { goToSessions, openTerminal, screenOf, shows, terminals, typeInto } from "./terminals.ts";

const stage = openStage();
const NAME = "Terminal on reception-pc";
let agent: Agent;
let ben: typeof owner;
let second: Person;
/** Connections of the first technician to the relay. */
let connections = 0;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
  ben = await addAccount(stage, "ben", ["can_use_terminal"]);
  second = await somebody(stage.browser, stage.muster.url);
  stage.person.page.on("websocket", (socket) => {
    if (new URL(socket.url()).pathname === "/remote/v1/connect/") connections += 1;
  });
});

test("a terminal is opened from the menu of a computer, and answers what is typed", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await openTerminal(page);
  await typeInto(page, "echo hel''lo\n");
  await shows(page, "\nhello");
  await page.getByRole("complementary", { name: "Open remote sessions" }).waitFor();
  await lookAt(stage.person, "remote-terminal");
});

test("what draws the whole screen is still there after a reload", async () => {
  const { page } = stage.person;
  await typeInto(page, "vi -R /etc/passwd\n");
  await shows(page, "root:x:0:0");
  await page.reload();
  await shows(page, "root:x:0:0");
  await typeInto(page, ":q!\n");
  // Until it is left, it takes what is typed for itself.
  await eventually("it is left", async () => !(await screenOf(page)).includes("root:x:0:0"));
  await typeInto(page, "clear; echo af''ter\n");
  await shows(page, "after");
  expect(await screenOf(page)).not.toContain("root:x:0:0");
});

test("a terminal stays while its user walks to another page and back", async () => {
  const { page } = stage.person;
  await typeInto(page, "kept=value; echo re''ady\n");
  await shows(page, "ready");
  const before = connections;
  await goToSessions(page);
  const row = page.getByRole("table", { name: "Remote sessions" }).getByRole("row");
  const own = row.filter({ hasText: "reception-pc" });
  await own.getByText("Open", { exact: true }).waitFor();
  await lookAt(stage.person, "remote-sessions");
  await shows(page, "ready");

  await own.getByRole("link", { name: "reception-pc" }).click();
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  await typeInto(page, "echo still-$kept\n");
  await shows(page, "still-value");
  expect(connections).toBe(before);
});

test("two terminals are shown side by side, and one of them is ended when it is closed", async () => {
  const { page } = stage.person;
  await openTerminal(page);
  await page.getByRole("button", { name: "Show two side by side" }).click();
  await eventually("both are shown", async () => (await terminals(page).count()) === 2);
  await typeInto(page, "echo the-oth''er\n", 1);
  await shows(page, "the-other", 1);
  expect(await screenOf(page, 0)).not.toContain("the-other");
  await shows(page, "still-value", 0);
  await lookAt(stage.person, "remote-two-terminals");

  await page
    .getByRole("button", { name: `Close ${NAME}` })
    .nth(1)
    .click();
  const question = page.getByRole("dialog", { name: "Close this terminal?" });
  await question.getByRole("button", { name: "End it" }).click();
  await eventually("one is shown", async () => (await terminals(page).count()) === 1);
  await shows(page, "still-value");
});

test("a second technician watches, takes over, and the first one is told", async () => {
  const { page } = stage.person;
  await second.page.goto(".");
  await givePassword(second, ben);
  await enrolCode(second);
  await second.page.getByRole("heading", { name: "Agents" }).waitFor();
  await goToSessions(second.page);
  await second.page.getByRole("button", { name: `Join ${NAME}` }).click();
  await second.page.getByText("You are watching").waitFor();
  await shows(second.page, "still-value");
  await page.getByRole("button", { name: "2 viewers" }).waitFor();

  await second.page.getByRole("button", { name: "Take over" }).click();
  await page.getByText(/ben drives now/i).waitFor();
  await page.getByText("You are watching").waitFor();
  await typeInto(second.page, "echo by-b''en\n");
  await shows(second.page, "by-ben");
  await shows(page, "by-ben");
  await lookAt(stage.person, "remote-watching");
});

test("a session is ended in the list, for everybody who sees it", async () => {
  const { page } = stage.person;
  await goToSessions(page);
  await page.getByRole("button", { name: `End ${NAME}` }).click();
  const question = page.getByRole("dialog", { name: "End this session?" });
  await question.getByRole("button", { name: "End session" }).click();
  for (const { page: seen } of [stage.person, second]) {
    await terminals(seen)
      .getByText(/This session has ended/)
      .waitFor();
  }
  await page.getByText("No remote session is open").waitFor();
  await page.goto(`agents/${agent.id}/remote`);
  const table = page.getByRole("table", { name: "Sessions on this computer" });
  await table.getByText("Ended", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Details: Terminal of olivia" }).last().click();
  await page.getByText("The person was not told").waitFor();
  const people = page.getByRole("list", { name: "Who took part" });
  await people
    .getByText(/^ben · from 127\.0\.0\.1 · /)
    .first()
    .waitFor();
  await lookAt(stage.person, "remote-history");
});

test("a link of the API opens a terminal, and one that was changed says what to do", async () => {
  const { page } = stage.person;
  const path = `/agents/${agent.id}/remote/`;
  const links = await stage.api<{ terminal: string; file: string }>("GET", path);
  await page.goto(links.terminal);
  await page.waitForURL(`${stage.muster.url}/ui/agents/${agent.id}/remote`);
  await typeInto(page, "echo by-li''nk\n");
  await shows(page, "by-link");

  await page.goto(links.file.replace("kind=files", "kind=screen"));
  await page.getByText(/was not made by this server/).waitFor();
  await lookAt(stage.person, "remote-link-refused");
  await page.getByRole("link", { name: "Go to the agent's page" }).click();
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  // The browser writes the refusal to the console as well.
  stage.person.forgive("/remote/v1/links/check/");
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...second.complaints]).toEqual([]);
});
