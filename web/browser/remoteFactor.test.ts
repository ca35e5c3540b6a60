/** A role asks for a fresh code before remote sessions; its users are asked, and go on. */
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import { filledWith } from "./database.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { enrolCode, givePassword } from "./owner.ts";
import { openStage } from "./stage.ts";
import { openTerminal, shows, terminals, typeInto } from "./terminals.ts";
import { totp } from "./totp.ts";

const stage = openStage(filledWith("browser/agedLogins.sql"));
const ben = { username: "ben", password: "a long enough one" };
let agent: Agent;
let roleId: number;
let technician: Person;
/** Of the codes of the technician. */
let secret: string;

beforeAll(async () => {
  agent = await stage.addAgent("reception-pc", await stage.addSite("Acme", "Head office"));
  const rights = ["can_list_agents", "can_list_clients", "can_list_sites", "can_use_terminal"];
  const role = await stage.api<{ id: number }>("POST", "/accounts/roles/", {
    ...Object.fromEntries(rights.map((right) => [right, true])),
    name: "Terminals",
  });
  roleId = role.id;
  await stage.api("POST", "/accounts/users/", { ...ben, role: role.id });
  technician = await somebody(stage.browser, stage.muster.url);
  await technician.page.goto(".");
  await givePassword(technician, ben);
  secret = await enrolCode(technician);
  await technician.page.getByRole("heading", { name: "Agents" }).waitFor();
});

const question = () => technician.page.getByRole("dialog", { name: "Enter a code to go on" });

test("the form of a role switches the code on", async () => {
  const { page } = stage.person;
  await page.goto(`settings/roles/${roleId}`);
  await page.getByRole("switch", { name: "Code before remote sessions" }).click({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Roles" }).waitFor();
  const path = `/accounts/roles/${roleId}/`;
  const role = await stage.api<{ require_2fa_for_remote: boolean }>("GET", path);
  expect(role.require_2fa_for_remote).toBe(true);
});

test("somebody who gives no code opens nothing", async () => {
  const { page } = technician;
  await page.goto(`agents/${agent.id}`);
  await openTerminal(page);
  await question().waitFor();
  await lookAt(technician, "remote-code");
  await page.keyboard.press("Escape");
  await page.getByText("Nothing was opened, because no code was entered.").waitFor();
  expect(await terminals(page).count()).toBe(0);
});

test("a wrong code is asked for again, and with the right one the terminal opens", async () => {
  const { page } = technician;
  await openTerminal(page);
  const code = question().getByLabel("Code of your authenticator app");
  await code.fill("000000");
  await code.press("Enter");
  await question().getByText("This is not a code that your app shows now.").waitFor();
  // The code of the sign-in was used up.
  await code.fill(totp(secret, 1));
  await code.press("Enter");
  await question().waitFor({ state: "detached" });
  await typeInto(page, "echo fr''esh\n");
  await shows(page, "fresh");
});

test("for a while no more code is asked for", async () => {
  const { page } = technician;
  await openTerminal(page);
  await terminals(page).getByText("Connected", { exact: true }).nth(0).waitFor();
  expect(await question().count()).toBe(0);
  technician.forgive("400");
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...technician.complaints]).toEqual([]);
});
