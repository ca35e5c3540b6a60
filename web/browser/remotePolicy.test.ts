/** What remote sessions may do: set for a site, inherited by its computers, set otherwise on one of them. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { enrolCode, givePassword } from "./owner.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const ben = { username: "ben", password: "a long enough one" };
const CONSENT = "The person at the computer";
const FROM_SITE = "From site Head office.";
let agent: Agent;
let site: number;
let reader: Person;

beforeAll(async () => {
  site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
  await stage.api("PUT", `/agents/${agent.id}/`, { monitoring_type: "workstation" });
  const rights = ["can_list_agents", "can_list_clients", "can_list_sites"];
  const role = await stage.api<{ id: number }>("POST", "/accounts/roles/", {
    ...Object.fromEntries([...rights, "can_view_core_settings"].map((right) => [right, true])),
    name: "Readers",
  });
  await stage.api("POST", "/accounts/users/", { ...ben, role: role.id });
  reader = await somebody(stage.browser, stage.muster.url);
});

/** The rules of screens, in a dialog or on a page. */
const screenIn = (where: Page | Locator) => where.getByRole("region", { name: "Screen" });

const dialogOf = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `Remote sessions: ${name}` });

async function choose(page: Page, value: string) {
  await screenIn(page).getByRole("combobox", { name: CONSENT }).click();
  await page.getByRole("option", { name: value, exact: true }).click();
}

async function save(page: Page, dialog: Locator) {
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("The rules of remote sessions were saved.").first().waitFor();
}

async function openOnAgent(page: Page): Promise<Locator> {
  await page.goto(`agents/${agent.id}/remote`);
  await page.getByRole("button", { name: "What is allowed" }).click();
  const dialog = dialogOf(page, "reception-pc");
  await screenIn(dialog).waitFor();
  return dialog;
}

const consentOf = (dialog: Locator) =>
  screenIn(dialog).getByRole("combobox", { name: CONSENT }).inputValue();

test("the workstations of a site are set to ask first", async () => {
  const { page } = stage.person;
  await page.goto("clients");
  await page.getByRole("button", { name: "More actions: Head office" }).click();
  await page.getByRole("menuitem", { name: "Set remote sessions" }).click();
  const dialog = dialogOf(page, "Head office");
  await dialog.getByText("Workstations").click();
  expect(await consentOf(dialog)).toBe("As above: Sees a notice");
  await screenIn(dialog).getByText("From the defaults of Muster.").first().waitFor();
  await choose(page, "Is asked first");
  await screenIn(dialog)
    .getByText(/^Set here\. Above: Sees a notice/)
    .waitFor();
  await lookAt(stage.person, "remote-policy-site");
  await save(page, dialog);
});

test("a computer of the site shows what it inherits and from where", async () => {
  const { page } = stage.person;
  const dialog = await openOnAgent(page);
  expect(await consentOf(dialog)).toBe("As above: Is asked first");
  await screenIn(dialog).getByText(FROM_SITE).waitFor();
  // It is a workstation: there is nothing to choose.
  expect(await dialog.getByRole("radio").count()).toBe(0);
  await lookAt(stage.person, "remote-policy-agent");
});

test("the computer is set otherwise, and others are not", async () => {
  const { page } = stage.person;
  await choose(page, "Is not told");
  await screenIn(page).getByRole("textbox", { name: "Ends when idle for (seconds)" }).fill("600");
  await save(page, dialogOf(page, "reception-pc"));
  const dialog = await openOnAgent(page);
  expect(await consentOf(dialog)).toBe("Is not told");
  await screenIn(dialog)
    .getByText("Set here. Above: Is asked first, from site Head office.")
    .waitFor();
  const path = `/remote/v1/policy/site/${site}/`;
  const { policy } = await stage.api<{ policy: Record<string, object> }>("GET", path);
  expect(policy.workstation).toEqual({
    ...{ terminal: {}, files: {}, tunnel: {} },
    screen: { consent: "ask" },
  });
});

test("somebody who saves later sees what another one has saved, and decides", async () => {
  const { page } = stage.person;
  const path = `/remote/v1/policy/agent/${agent.id}/`;
  await choose(page, "Sees a notice");
  const terminal = { workstation: { terminal: { allowed: false } } };
  await stage.api("PUT", path, terminal);
  await dialogOf(page, "reception-pc").getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Someone else saved first" });
  await question.getByText("workstation.terminal.allowed").waitFor();
  await question.getByRole("button", { name: "Overwrite" }).click();
  await dialogOf(page, "reception-pc").waitFor({ state: "detached" });
  stage.person.forgive("409");
});

test("reset, the computer inherits again", async () => {
  const { page } = stage.person;
  const dialog = await openOnAgent(page);
  await dialog.getByRole("button", { name: "Screen: all as above" }).click();
  await save(page, dialog);
  const again = await openOnAgent(page);
  expect(await consentOf(again)).toBe("As above: Is asked first");
  await screenIn(again).getByText(FROM_SITE).waitFor();
});

test("what is set for everything is on a page of the global settings", async () => {
  const { page } = stage.person;
  await page.goto("settings/global/remote-sessions");
  await choose(page, "Is not told");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The rules of remote sessions were saved.").first().waitFor();
  await lookAt(stage.person, "remote-policy-everything");
  await page.goto(`clients?dialog=remote-site:${site}`);
  const dialog = dialogOf(page, "Head office");
  await screenIn(dialog)
    .getByText(/Above: Is not told, from the global settings/)
    .waitFor();
});

test("somebody who may only read the rules cannot change them", async () => {
  const { page } = reader;
  await page.goto(".");
  await givePassword(reader, ben);
  await enrolCode(reader);
  await page.getByRole("heading", { name: "Agents" }).waitFor();
  await page.goto(`clients?dialog=remote-site:${site}`);
  const dialog = dialogOf(page, "Head office");
  await dialog.getByText("You may see these rules").waitFor();
  expect(await screenIn(dialog).getByRole("combobox", { name: CONSENT }).isDisabled()).toBe(true);
  const button = dialog.getByRole("button", { name: "Save" });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...reader.complaints]).toEqual([]);
});
