/** Recordings of sessions, as somebody makes and watches them. */
import type { Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import type { Agent } from "./muster.ts";
import type { Stage } from "./stage.ts";

/** From now on sessions of this kind on this agent are recorded. */
export async function record(stage: Stage, agent: Agent, kind: string, rules = {}): Promise<void> {
  const machine = { [kind]: { recording: "on", ...rules } };
  const body = { server: machine, workstation: machine };
  await stage.api("PUT", `/remote/v1/policy/agent/${agent.id}/`, body);
}

interface Listed {
  id: number;
  kind: string;
  state: string;
}

/** Ends every session on an agent, and waits until its recordings are whole. */
export async function endAndStore(stage: Stage, agent: Agent): Promise<void> {
  const path = `/remote/v1/sessions/?agent_id=${agent.id}&open=true`;
  for (const { session } of await stage.api<{ session: string }[]>("GET", path)) {
    await stage.api("POST", `/remote/v1/sessions/${session}/end/`, {});
  }
  await eventually("the recordings of the agent are complete", async () => {
    const list = `/remote/v1/recordings/?agent=${agent.id}`;
    const all = await stage.api<Listed[]>("GET", list);
    return all.length > 0 && all.every(({ state }) => state === "complete");
  });
}

/** Opens the newest recording of a kind from the list. */
export async function openRecording(page: Page, kind: string, hostname: string): Promise<void> {
  await page.goto("recordings");
  const table = page.getByRole("table", { name: "Recordings" });
  const row = table.getByRole("row").filter({ hasText: hostname });
  await row.getByRole("link", { name: kind, exact: true }).first().click();
  await page.getByRole("heading", { name: `${kind} on ${hostname}` }).waitFor();
}

export const player = (page: Page) => page.getByRole("region", { name: "Player", exact: true });

export const bar = (page: Page) =>
  player(page).getByRole("slider", { name: "Moment of the recording" });

/** The lines that a recorded terminal shows. */
export async function recordedLines(page: Page, hostname: string): Promise<string> {
  const terminal = page.getByRole("region", { name: `Recorded terminal of ${hostname}` });
  const rows = await terminal.locator(".xterm-rows > div").allTextContents();
  return rows.map((row) => row.replaceAll("\u00a0", " ").trimEnd()).join("\n");
}

/** Plays as fast as it goes, until it has come to its end. */
export async function playToEnd(page: Page): Promise<void> {
  const faster = player(page).getByRole("button", { name: "Faster" });
  for (let times = 0; times < 4; times += 1) await faster.click();
  await player(page).getByRole("button", { name: "Play", exact: true }).click();
  await eventually("the recording has come to its end", async () => {
    return (await bar(page).inputValue()) === (await bar(page).getAttribute("max"));
  });
}
