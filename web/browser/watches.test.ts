/** Somebody asks to be told once: when a computer is online, and when a script has ended. */
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  const token = await stage.muster.command("enroll-token", "create", "--site", String(site));
  agent = await stage.muster.enrolAgent(token, "attic-pc");
});

test("an agent that is offline is watched from its menu, and its page says so", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Tell me when it is online" }).click();
  await page.getByText("You will be told when it is online.").waitFor();
  await lookAt(stage.person, "agent-watched");
  await page.getByRole("button", { name: "Do not tell me when it is online" }).click();
  await page.getByText("You will be told when it is online.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Tell me when it is online" }).click();
  // Leaving the page before that would take the request along.
  await page.getByText("You will be told when it is online.").waitFor();
  await page.goto("account");
  await page.getByRole("link", { name: "attic-pc is online" }).waitFor();
  await lookAt(stage.person, "account-watches");
});

test("the message comes on whatever page is open, and leads to the agent", async () => {
  const { page } = stage.person;
  agent.start();
  await page.getByText("attic-pc is online.", { exact: true }).waitFor();
  await page.getByRole("link", { name: "attic-pc is online" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("heading", { name: "attic-pc", level: 1 }).waitFor();
});

test("a run that is not over is watched on its page", async () => {
  const { page } = stage.person;
  const script = await stage.api<{ id: number }>("POST", "/scripts/", {
    name: "Clean up",
    shell: "shell",
    script_body: "sleep 300",
  });
  await stage.api("POST", `/agents/${agent.id}/runscript/`, {
    script: script.id,
    output: "forget",
  });
  await page.goto("runs/1");
  await page.getByRole("button", { name: "Tell me when it ends" }).click();
  await page.getByText("You will be told when it ends.").waitFor();
  await lookAt(stage.person, "run-watched");
  await stage.api("POST", "/runs/1/cancel/", {});
  await page.getByText("The script Clean up on attic-pc was cancelled.").waitFor();
  expect(stage.person.complaints).toEqual([]);
});
