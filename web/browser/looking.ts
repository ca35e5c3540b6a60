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

/**
 * The four ways to look at a page, and what axe-core asks each time: colours
 * depend on the theme, everything else on the size.
 */
const VIEWS = [
  { size: "wide", viewport: WIDE, colorScheme: "light", rules: {} },
  { size: "wide", viewport: WIDE, colorScheme: "dark", runOnly: ["color-contrast"] },
  {
    size: "narrow",
    viewport: NARROW,
    colorScheme: "light",
    rules: { "color-contrast": { enabled: false } },
  },
  { size: "narrow", viewport: NARROW, colorScheme: "dark", runOnly: ["color-contrast"] },
] as const;

/** Nothing is wrong with the page as it is now, in both sizes and both themes. */
export async function lookAt(person: Person, name: string): Promise<void> {
  expect(await faultsOf(person, name)).toEqual([]);
}

/** What is wrong with it. */
export async function faultsOf({ page }: Person, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe);
  for (const { size, viewport, colorScheme, ...options } of VIEWS) {
    await page.setViewportSize(viewport);
    await inTheme(page, colorScheme);
    const problems = await hindrances(page, options);
    if (size === "narrow") problems.push(...(await overflow(page)));
    found.push(...problems.map((problem) => `${name}, ${size}, ${colorScheme}: ${problem}`));
    await takePicture(page, `${name}-${size}-${colorScheme}`);
  }
  await page.setViewportSize(WIDE);
  await inTheme(page, "light");
  return found;
}

/** The system changes its theme, and the page has followed. */
async function inTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
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
async function hindrances(page: Page, options: object): Promise<string[]> {
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as {
        axe: { run(where: Node, options: object): Promise<{ violations: Finding[] }> };
      };
      // What lies behind a dialog is looked at without it.
      const where = document.querySelector("[role=dialog]") ?? document;
      return (await axe.run(where, options)).violations;
    },
    // No page has frames, and what axe would load beforehand serves rules for films and sound.
    { ...options, resultTypes: ["violations"], preload: false, iframes: false },
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(describe).join("; ")}`);
}

function describe({ html, any }: Finding["nodes"][number]): string {
  return `${html.slice(0, 200)} ${any[0]?.message ?? ""}`;
}

/** On a phone everything fits, or scrolls in a box of its own. */
export async function overflow(page: Page): Promise<string[]> {
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  return wanted > given ? [`${wanted} pixels wide on a screen of ${given}`] : [];
}
