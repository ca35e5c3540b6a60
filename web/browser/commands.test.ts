/** A technician runs something on a computer and watches what it prints. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

/** Types a command and starts it. */
async function run(command: string) {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/run`);
  await page.getByLabel("Command to run").fill(command);
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

/** Waits until a stream holds exactly this. */
async function shows(text: string, stream = "Output") {
  const log = stage.person.page.getByRole("log", { name: stream });
  await eventually(`${stream} shows ${text}`, async () => (await log.textContent()) === text);
}

test("output arrives line by line while the command runs, over a socket of its own", async () => {
  const { page } = stage.person;
  const sign = join(stage.muster.folder, "go-on");
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(new URL(socket.url()).pathname));
  await run(`echo first; until [ -e '${sign}' ]; do sleep 0.05; done; echo second; echo late >&2`);
  await shows("first\n");
  await page.getByText("Running", { exact: true }).first().waitFor();
  expect(sockets).toContain(`/ws/agent/${agent.id}/cmd/`);
  expect(await page.getByText("Return code").count()).toBe(0);

  writeFileSync(sign, "");
  await shows("first\nsecond\n");
  await shows("late\n", "Errors");
  await page.getByText("Return code 0").waitFor();
  await page.getByText("Passed", { exact: true }).first().waitFor();
});

test("bytes that are no text neither stop the output nor hide what follows", async () => {
  await run("printf 'caf\\351\\n'; printf '\\377\\377\\377\\n'; echo readable");
  await shows("caf\uFFFD\n\uFFFD\uFFFD\uFFFD\nreadable\n");
});

test("what fails says so, with its return code", async () => {
  const { page } = stage.person;
  await run("echo broken >&2; exit 3");
  await shows("broken\n", "Errors");
  await page.getByText("Return code 3").waitFor();
  await page.getByText("Failed", { exact: true }).first().waitFor();
});

test("a cancelled run ends, and so does its process", async () => {
  const { page } = stage.person;
  const file = join(stage.muster.folder, "number");
  await run(`echo $$ > '${file}'; echo begun; exec sleep 600`);
  await shows("begun\n");
  await eventually("the command wrote its number", () => existsSync(file));
  const process = Number(readFileSync(file, "utf8"));
  expect(isAlive(process)).toBe(true);

  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  await eventually("the process is gone", () => !isAlive(process));
});

test("a run can be repeated from its page, and all runs stand in the history", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/history`);
  const rows = page.getByRole("table").getByRole("row");
  await rows.filter({ hasText: "exit 3" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Run again" }).click();
  await eventually(
    "the command is typed already",
    async () =>
      (await page.getByLabel("Command to run").inputValue()) === "echo broken >&2; exit 3",
  );
});

test("an agent that has just left is given nothing, and the page says why", async () => {
  const { page } = stage.person;
  await agent.stop();
  await run("true");
  await page.getByRole("alert").getByText("The agent is offline.").waitFor();
});

test("nothing complained on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});

function isAlive(process: number): boolean {
  return existsSync(`/proc/${process}`);
}
