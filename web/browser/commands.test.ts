/** A technician runs something on a computer and watches what it prints. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("colours are drawn, what a return goes over is gone, and no escape is printed", async () => {
  const { page } = stage.person;
  await run("printf '\\033[31mred\\033[0m plain\\n'; printf 'progress 10%%\\rprogress 50%%\\n'");
  await shows("red plain\nprogress 50%\n");
  const log = page.getByRole("log", { name: "Output" });
  const color = (text: string) =>
    log.getByText(text).evaluate((element) => getComputedStyle(element).color);
  expect(await color("red")).not.toBe(await log.evaluate((pre) => getComputedStyle(pre).color));
  await lookAt(stage.person, "run-colours");
});

test("a finished output opens at its beginning and is searched; long lines wrap or not", async () => {
  const { page } = stage.person;
  // It goes on when this file is there: however slow the page is, it sees the run going.
  const folder = mkdtempSync(join(tmpdir(), "muster-gate-"));
  const wait = `until [ -e ${folder}/open ]; do sleep 0.05; done`;
  await run(`seq 1 3000 | sed 's/^/line number /'; echo the needle; ${wait}; seq 1 200`);
  const log = page.getByRole("log", { name: "Output" });
  const end = () => log.evaluate((pre) => pre.scrollHeight - pre.scrollTop - pre.clientHeight < 30);
  await log.getByText("the needle").waitFor();
  await eventually("it follows the end", end);
  writeFileSync(join(folder, "open"), "");
  await page.getByText("Return code 0").waitFor();
  await eventually("it followed the end while it came", end);
  rmSync(folder, { recursive: true });

  await page.reload();
  await log.getByText("line number 1\n").first().waitFor();
  expect(await log.evaluate((pre) => pre.scrollTop)).toBe(0);
  await page.getByRole("button", { name: "Search in the output" }).click();
  await page.getByRole("textbox", { name: "Search in the output" }).fill("NEEDLE");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await eventually("the place is shown", () => log.evaluate((pre) => pre.scrollTop > 1_000));

  const wraps = page.getByRole("button", { name: "Wrap lines" });
  const space = () =>
    log.evaluate(
      (pre) => getComputedStyle(pre).whiteSpaceCollapse && getComputedStyle(pre).textWrapMode,
    );
  expect([await wraps.getAttribute("aria-pressed"), await space()]).toEqual(["true", "wrap"]);
  await wraps.click();
  expect([await wraps.getAttribute("aria-pressed"), await space()]).toEqual(["false", "nowrap"]);
  await wraps.click();
});

test("a run is run again from its page, and the page shows the new one", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/history`);
  const rows = page.getByRole("table").getByRole("row");
  await rows.filter({ hasText: "exit 3" }).getByRole("link").first().click();
  await page.waitForURL(/\/ui\/runs\/\d+/);
  const former = page.url();
  await page.getByRole("button", { name: "Run again" }).click();
  await eventually("another run is shown", () => page.url() !== former);
  await page.waitForURL(/\/ui\/runs\/\d+/);
  await shows("broken\n", "Errors");
  await page.getByText("Return code 3").waitFor();
});

test("a run is edited and run: the form is filled, and its output stays beside it", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Edit and run" }).click();
  await eventually(
    "the command is typed already",
    async () =>
      (await page.getByLabel("Command to run").inputValue()) === "echo broken >&2; exit 3",
  );
  await shows("broken\n", "Errors");
  const shown = () => new URL(page.url()).searchParams.get("run");
  const former = shown();
  await page.getByRole("button", { name: "Run again" }).first().click();
  // Not before there is a new one: the next story stops the agent.
  await eventually("another run is beside it", () => shown() !== former);
  await shows("broken\n", "Errors");
  await page.getByText("Return code 3").waitFor();
});

test("a command for an agent that is away waits for it", async () => {
  const { page } = stage.person;
  await agent.stop();
  await run("echo back again");
  await page.getByRole("alert").getByText("The agent is offline.").waitFor();
  await page.getByRole("button", { name: "Run when online" }).click();
  await page.getByText("Waiting", { exact: true }).first().waitFor();
  agent.start();
  await shows("back again\n");
  await page.getByText("Return code 0").waitFor();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});

function isAlive(process: number): boolean {
  return existsSync(`/proc/${process}`);
}
