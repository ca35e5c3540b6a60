/** What is typed is not lost by accident, and nothing is destroyed by accident. */
import { spawn } from "node:child_process";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

const SPOOLER = {
  name: "spooler",
  display_name: "Print spooler",
  status: "running",
  start_type: "auto",
  autodelay: false,
  pid: 7,
  username: "root",
  binpath: "/bin/spooler",
  description: "",
};

/** The question before something is thrown away. */
const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

test("a form with something in it asks before Back closes it", async () => {
  const { page } = stage.person;
  await page.goto("clients");
  await page.getByRole("button", { name: "Add a client" }).click();
  const form = page.getByRole("dialog", { name: "Add a client" });
  const name = form.getByLabel(/^Name/);
  await name.fill("Initech");
  await page.goBack();
  await question(page).getByText("not saved").waitFor();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await question(page).waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Initech");
  await eventually("the address is that of the form", () => page.url().includes("add-client"));

  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });
});

test("what was saved is left without a question", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Add a client" }).click();
  await page.getByRole("dialog").getByLabel(/^Name/).fill("Initech");
  await page.getByRole("dialog").getByLabel("First site").fill("Annex");
  await page.getByRole("button", { name: "Create" }).click();
  await page
    .getByRole("table", { name: "Clients and sites" })
    .getByText("Initech", { exact: true })
    .waitFor();
  expect(await question(page).count()).toBe(0);
});

test("a process is asked to end, or killed when it does not listen", async () => {
  const { page } = stage.person;
  const deaf = spawn("sh", ["-c", "trap '' TERM; while :; do sleep 0.1; done"]);
  const polite = spawn("sleep", ["61"]);
  const end = async (pid: number | undefined, how: string) => {
    await page.goto(`agents/${agent.id}/processes?search=${pid}&every=1`);
    const rows = page.getByRole("table").getByRole("button", { name: `(${pid})` });
    await rows.first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Acme", { exact: true }).waitFor();
    await dialog.getByText("Head office", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: how }).click();
    await dialog.waitFor({ state: "detached" });
  };
  try {
    await end(polite.pid, "Ask it to end");
    await eventually("it has ended", () => polite.signalCode === "SIGTERM");
    await end(deaf.pid, "Ask it to end");
    await page.getByText("was asked to end").first().waitFor();
    expect([deaf.exitCode, deaf.signalCode]).toEqual([null, null]);
    await end(deaf.pid, "Kill");
    await eventually("it was killed", () => deaf.signalCode === "SIGKILL");
  } finally {
    deaf.kill("SIGKILL");
    polite.kill("SIGKILL");
  }
});

test("a reboot is asked about over the list, and names the computer by more than its host", async () => {
  const { page } = stage.person;
  const description = "Payroll - do not reboot before 18:00";
  await stage.api("PUT", `/agents/${agent.id}/`, { description });
  await page.goto("agents?search=reception");
  await page.getByRole("link", { name: "reception-pc" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Reboot…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reboot" });
  for (const text of ["Acme", "Head office", description]) {
    await dialog.getByText(text, { exact: true }).waitFor();
  }
  await dialog.getByText(/logged in/).waitFor();
  await dialog.getByText("Uptime", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/ui/agents");
  expect(await dialog.getByRole("button", { name: "Reboot" }).isDisabled()).toBe(true);
  await lookAt(stage.person, "confirm-reboot");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toContain("reception");
});

test("a reboot is planned for later by the computer's clock, listed, and cancelled", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Reboot later…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reboot later" });
  await dialog.getByLabel(/^Reboot at/).fill("2099-01-31T13:30");
  await lookAt(stage.person, "reboot-later");
  await dialog.getByRole("button", { name: "Schedule reboot" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.goto(`agents/${agent.id}/pending`);
  await page.getByRole("button", { name: /^Cancel: reboot/ }).click();
  await page.getByText("Nothing is waiting").waitFor();
});

test("a service is stopped or restarted only after a question that names the computer", async () => {
  const { page } = stage.person;
  const asked: unknown[] = [];
  // Made up: not every computer that runs this has services.
  await page.route("**/services/**", async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.fulfill({ json: [SPOOLER] });
    asked.push(request.postDataJSON());
    return route.fulfill({ json: "done" });
  });
  await page.goto(`agents/${agent.id}/services`);
  for (const [item, title] of [
    ["Restart…", "Restart service"],
    ["Stop…", "Stop service"],
  ] as const) {
    await page.getByRole("button", { name: "Actions for spooler" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByText("spooler", { exact: true }).waitFor();
    for (const named of ["reception-pc", "Acme", "Head office"]) {
      await dialog.getByText(named, { exact: true }).first().waitFor();
    }
    expect(asked).toEqual(item === "Stop…" ? [{ sv_action: "restart" }] : []);
    const typed = dialog.getByLabel(/^Type/);
    if (await typed.count()) await typed.fill("reception-pc");
    await dialog.getByRole("button", { name: item.replace("…", ""), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await eventually("it was asked", async () => asked.length === (item === "Stop…" ? 2 : 1));
  }
  expect(asked).toEqual([{ sv_action: "restart" }, { sv_action: "stop" }]);
  // The page would ask the real computer, which may have no services.
  await page.goto(`agents/${agent.id}`);
  await page.unroute("**/services/**");
});

test("restarting the agent says what it interrupts before it does", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}?dialog=recover`);
  const dialog = page.getByRole("dialog", { name: "Restart the agent" });
  await dialog.getByText("the computer itself keeps running").waitFor();
  await dialog.getByText("Head office", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("an agent goes only after its name was typed", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}?dialog=remove`);
  const dialog = page.getByRole("dialog", { name: "Remove agent" });
  const confirm = dialog.getByRole("button", { name: "Remove agent" });
  await dialog.getByLabel(/^Type/).fill("reception");
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type/).fill("reception-pc");
  await confirm.click();
  await eventually("it is gone", async () => {
    return (await stage.api<unknown[]>("GET", "/agents/")).length === 0;
  });
});

test("a removal is undone at once, or later from the list of removed agents", async () => {
  const { page } = stage.person;
  const back = async () => (await stage.api<unknown[]>("GET", "/agents/")).length === 1;
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually("it is back", back);
  await stage.api("DELETE", `/agents/${agent.id}/`);
  await page.goto("agents");
  await page.getByRole("button", { name: "Removed agents" }).click();
  await page.getByRole("button", { name: "Restore reception-pc" }).click();
  await eventually("it is back again", back);
});

test("no errors were reported on the way", () => {
  stage.person.forgive(`/agents/${agent.id}/`);
  expect(stage.person.complaints).toEqual([]);
});
