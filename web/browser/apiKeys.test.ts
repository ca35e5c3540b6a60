/** A key for a program: shown once, used, taken away again. */
import { beforeAll, expect, test } from "vitest";
import { openStage } from "./stage.ts";

const stage = openStage();
let key: string;

beforeAll(async () => {
  await stage.addSite("Acme", "Head office");
});

const withKey = (method: string, path: string, body?: object) =>
  fetch(stage.muster.url + path, {
    method,
    headers: { "X-API-KEY": key, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

test("a key that may only read is made, and is shown once", async () => {
  const { page } = stage.person;
  await page.goto("settings/global/api-keys");
  await page.getByRole("button", { name: "Create an API key" }).click();
  const form = page.getByRole("dialog", { name: "Create an API key" });
  await form.getByLabel(/^Name/).fill("wallboard");
  await form.getByLabel("Read-only").check();
  await form.getByRole("button", { name: "Create" }).click();
  const made = page.getByRole("dialog", { name: "Your new key" });
  key = (await made.locator("pre").first().textContent()) ?? "";
  await made.getByRole("button", { name: "Copy" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await made.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("cell", { name: /^wallboard/ }).waitFor();
  expect(await page.content()).not.toContain(key);
});

test("a program reads with it, and may not write", async () => {
  const read = await withKey("GET", "/clients/");
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject([{ name: "Acme" }]);
  const written = await withKey("POST", "/clients/", { client: { name: "Other" } });
  expect(written.status).toBe(403);
});

test("the audit log tells what a program did from what its person did", async () => {
  const { page } = stage.person;
  const made = await stage.api<{ key: string }>("POST", "/accounts/apikeys/", {
    name: "importer",
  });
  const headers = { "X-API-KEY": made.key, "Content-Type": "application/json" };
  const body = JSON.stringify({ client: { name: "Imported" } });
  await fetch(`${stage.muster.url}/clients/`, { method: "POST", headers, body });
  await page.goto("audit-log?object=client");
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
  const program = rows.filter({ hasText: "Imported" });
  await program.getByText("API key importer").waitFor();
  const person = rows.filter({ hasText: "Acme" });
  await person.first().waitFor();
  expect(await person.first().textContent()).not.toContain("API key");
  await page.goto("settings/global/api-keys");
});

test("a revoked key opens nothing any more", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Actions for wallboard" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke API key" });
  const revoke = dialog.getByRole("button", { name: "Revoke" });
  expect(await revoke.isDisabled()).toBe(true);
  await dialog.getByLabel("Type wallboard to confirm").fill("wallboard");
  await revoke.click();
  await page.getByText("wallboard was revoked.").waitFor();
  expect((await withKey("GET", "/clients/")).status).toBe(401);
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
