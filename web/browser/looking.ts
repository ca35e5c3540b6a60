/** What holds for every page, and pictures of it for those who want some. */
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { NARROW, type Person, WIDE } from "./chromium.ts";

/** Put into the page over the debugger: the page's own policy lets no other script in. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

/** Where `make screenshots` wants the pictures; without it none are made. */
const pictures = process.env.MUSTER_SCREENSHOTS;

const SIZES = { wide: WIDE, narrow: NARROW };
const SCHEMES = ["light", "dark"] as const;

/** The page as it is now, in both sizes and both themes: nothing hinders anybody, nothing sticks out. */
export async function lookAt(person: Person, name: string): Promise<void> {
  const { page } = person;
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const view = `${name}, ${size}, ${colorScheme}`;
      found.push(...(await hindrances(page)).map((problem) => `${view}: ${problem}`));
      if (size === "narrow") found.push(...(await overflow(page, view)));
      await takePicture(page, `${name}-${size}-${colorScheme}`);
    }
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
  expect(found).toEqual([]);
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

interface Finding {
  id: string;
  impact?: string | null;
  nodes: { html: string; any: { message: string }[] }[];
}

/** What axe-core calls serious or critical. */
async function hindrances(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> };
    };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(describe).join("; ")}`);
}

function describe({ html, any }: Finding["nodes"][number]): string {
  return `${html.slice(0, 200)} ${any[0]?.message ?? ""}`;
}

/** On a phone everything fits, or scrolls in a box of its own. */
export async function overflow(page: Page, name: string): Promise<string[]> {
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  return wanted > given ? [`${name}: ${wanted} pixels wide on a screen of ${given}`] : [];
}
