/** Metrics: agents measure by themselves, and their graphs are read with the mouse, the keyboard and on a phone. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { NARROW, WIDE } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt, overflow } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

/** Each sends its first sample at a second of its own: of several, one does so soon. */
const HOSTS = ["meter-1", "meter-2", "meter-3", "meter-4"];

/** A sample needs the next minute, and up to one more until it is sent; longer on a busy machine. */
const PATIENCE = 240_000;

interface Host {
  id: string;
  hostname: string;
}

/** The first agent that has sent measurements, and one of the others. */
let measured: Host;
let another: Host;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  const hosts = await Promise.all(
    HOSTS.map(async (hostname) => ({ hostname, id: (await stage.addAgent(hostname, site)).id })),
  );
  const found: Host[] = [];
  await eventually(
    "an agent has measured its processor",
    async () => {
      for (const host of hosts) if (await hasMeasured(host)) found.push(host);
      return found.length > 0;
    },
    PATIENCE,
  );
  const rest = hosts.filter((host) => host !== found[0]);
  if (!found[0] || !rest[0]) throw new Error("no agent was started");
  [measured, another] = [found[0], rest[0]];
}, PATIENCE + 120_000);

async function hasMeasured({ id }: Host): Promise<boolean> {
  const { series } = await stage.api<{ series: { mean: (number | null)[] }[] }>(
    "GET",
    `/agents/${id}/metrics/?names=cpu`,
  );
  return series.some(({ mean }) => mean.some((value) => value !== null));
}

/** Minutes that the address names; not a number when it names a range. */
function minutes(page: Page): number {
  const { searchParams } = new URL(page.url());
  const time = (name: string) => Date.parse(searchParams.get(name) ?? "");
  return (time("to") - time("from")) / 60_000;
}

/** Whether there is something in the colour of the first line, which neither axes nor grid have. */
function isDrawn(canvas: Element): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { width, height } = canvas;
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 255, green = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 3]];
    if (red < 60 && green > 80 && alpha > 150) return true;
  }
  return false;
}

const graphs = (page: Page) => page.getByRole("region", { name: "Graphs" });

test("an agent that has measured shows it as graphs, and says it in words", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${measured.id}`);
  await page.getByRole("link", { name: "Metrics" }).click();
  await page.getByRole("heading", { name: "Processor" }).waitFor();
  await page.getByRole("radiogroup", { name: "Time shown" }).getByText("Hour").click();
  await eventually("the address names the hour", () => page.url().endsWith("?range=hour"));
  const words = page.getByRole("list", { name: "Summary: Processor" });
  await eventually("the processor says its value", async () =>
    /^Processor: now [\d.]+\s%, highest [\d.]+\s% at /.test((await words.textContent()) ?? ""),
  );
  await page.getByRole("heading", { name: "Memory" }).waitFor();
  await page.getByRole("heading", { name: "Disks used" }).waitFor();
  const canvas = page.locator("canvas").first();
  await eventually("a line is drawn", () => canvas.evaluate(isDrawn));
});

test("keys zoom and move, Escape goes back, and so does the browser", async () => {
  const { page } = stage.person;
  await graphs(page).focus();
  await page.keyboard.press("+");
  await eventually("half an hour is shown", () => minutes(page) === 30);
  const before = page.url();
  await page.keyboard.press("ArrowLeft");
  await eventually("it moved", () => page.url() !== before);
  expect(minutes(page)).toBe(30);
  await page.keyboard.press("-");
  await eventually("an hour is shown", () => minutes(page) === 60);
  await page.keyboard.press("Escape");
  await eventually("the range is shown again", () => page.url().endsWith("?range=hour"));
  await page.goBack();
  await eventually("the step before is shown", () => minutes(page) === 60);
  await graphs(page).focus();
  await page.keyboard.press("Escape");
  await eventually("the range is shown again", () => page.url().endsWith("?range=hour"));
});

test("a drag zooms, and a double click goes back", async () => {
  const { page } = stage.person;
  await page.getByRole("heading", { name: "Processor" }).waitFor();
  const canvas = page.locator("canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("there is no graph");
  const at = (share: number) => box.x + box.width * share;
  const middle = box.y + box.height / 2;
  await page.mouse.move(at(0.5), middle);
  await page.mouse.down();
  // To the end: an agent that has just begun has measured nothing before.
  await page.mouse.move(at(1.01), middle, { steps: 8 });
  await page.mouse.up();
  await eventually("less than an hour is shown", () => minutes(page) < 60);
  expect(minutes(page)).toBeGreaterThanOrEqual(5);
  await page.getByRole("heading", { name: "Processor" }).waitFor();
  await page.mouse.dblclick(at(0.5), middle);
  await eventually("the range is shown again", () => page.url().endsWith("?range=hour"));
});

test("a graph is a table as well", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Show Processor as a table" }).click();
  const table = page.getByRole("region", { name: "Processor as a table" });
  await table.getByRole("cell", { name: /%/ }).first().waitFor();
  expect(new URL(page.url()).searchParams.get("table")).toBe("cpu");
});

test("nothing hinders anybody, in both sizes and both themes", async () => {
  await lookAt(stage.person, "metrics");
});

test("on a phone the graph fits, and its buttons do what keys do", async () => {
  const { page } = stage.person;
  await page.setViewportSize(NARROW);
  const canvas = page.locator("canvas").first();
  await eventually("the graph is as wide as the phone", async () => {
    const width = await canvas.evaluate(({ clientWidth }) => clientWidth);
    return width > 250 && width < NARROW.width;
  });
  await eventually("a line is drawn", () => canvas.evaluate(isDrawn));
  expect(await overflow(page)).toEqual([]);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await eventually("half an hour is shown", () => minutes(page) === 30);
  await page.getByRole("button", { name: "Back to the chosen range" }).first().click();
  await eventually("the range is shown again", () => Number.isNaN(minutes(page)));
  await page.setViewportSize(WIDE);
});

test("another agent is found by its name and compared with, also by a link", async () => {
  const { page } = stage.person;
  const choice = page.getByRole("combobox", { name: "Compare with another agent" });
  await choice.click();
  await choice.pressSequentially(another.hostname);
  await page.getByRole("option", { name: another.hostname }).click();
  const compared = page.getByRole("button", { name: `Compared with ${another.hostname}` });
  await compared.waitFor();
  await page.reload();
  await compared.click();
  await choice.waitFor();
  expect(new URL(page.url()).searchParams.get("with")).toBeNull();
});

test("the table of agents has what they measure as columns, for those who want them", async () => {
  const { page } = stage.person;
  await page.setViewportSize({ width: 2200, height: 900 });
  await page.goto("agents");
  await page.getByRole("link", { name: measured.hostname }).waitFor();
  expect(await page.getByRole("columnheader", { name: "Processor used" }).count()).toBe(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Find a column").fill("Processor used");
  await page.getByRole("checkbox", { name: "Processor used" }).check();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row").filter({ hasText: measured.hostname });
  await row.getByRole("gridcell", { name: /^[\d.]+\s%$/ }).waitFor();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
