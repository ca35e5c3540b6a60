/** The checks for every page, and optional pictures of it. */
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { NARROW, type Person, WIDE } from "./chromium.ts";

/** Put into the page over the debugger: the page's own policy lets no other script in. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where `make screenshots` wants the pictures; without it none are made. */
const pictures = process.env.MUSTER_SCREENSHOTS;

interface View {
  size: "wide" | "narrow";
  colorScheme: "light" | "dark";
  /** What axe-core asks, if anything. */
  asks?: object;
}

/** Which rules never find more than a flaw; looking for landmarks around every text takes long. */
const ALL = { rules: { region: { enabled: false } } };

/**
 * The four ways to look at a page. Colours depend on the theme, everything else
 * on the size: each theme and each size is asked about once, and the dark
 * colours of what only a wide screen shows as well.
 */
const VIEWS: View[] = [
  { size: "wide", colorScheme: "light", asks: ALL },
  { size: "wide", colorScheme: "dark", asks: { runOnly: ["color-contrast"] } },
  { size: "narrow", colorScheme: "dark", asks: ALL },
  { size: "narrow", colorScheme: "light" },
];

/** A dialog has the same in it on every screen. */
const isNeeded = ({ asks }: View, inDialog: boolean) =>
  asks !== undefined && !(inDialog && "runOnly" in asks);

/** Nothing is wrong with the page as it is now, in both sizes and both themes. */
export async function lookAt(person: Person, name: string): Promise<void> {
  expect(await faultsOf(person, name)).toEqual([]);
}

/** What is wrong with it. */
export async function faultsOf({ page }: Person, name: string): Promise<string[]> {
  const found: string[] = [];
  // A page that was looked at before still has it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const inDialog = (await page.getByRole("dialog").count()) > 0;
  for (const view of VIEWS) {
    const { size, colorScheme, asks } = view;
    if (!pictures && !isNeeded(view, inDialog)) continue;
    await page.setViewportSize(size === "wide" ? WIDE : NARROW);
    await inTheme(page, colorScheme);
    const problems = asks && isNeeded(view, inDialog) ? await hindrances(page, asks) : [];
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
        axe: { run(where: object, options: object): Promise<{ violations: Finding[] }> };
      };
      // What lies behind a dialog is looked at without it, and the rows of a table are alike.
      const include = document.querySelector("[role=dialog]") ?? document;
      const exclude = [...document.querySelectorAll("tbody tr:nth-child(n + 25)")];
      return (await axe.run({ include, exclude }, options)).violations;
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

/** The boxes in it that hold more than their width shows. */
export function sideways(within: Locator): Promise<string[]> {
  return within.evaluate((element) =>
    [...element.querySelectorAll("*")]
      .filter((box) => getComputedStyle(box).overflowX !== "visible")
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map((box) => `${box.className}: ${box.scrollWidth} pixels in ${box.clientWidth}`),
  );
}

interface Cards {
  /** How many differ in height from the one to their left. */
  uneven: number;
  /** Those that are higher than what is in them. */
  stretched: string[];
}

/** The panels side by side: each should end where its own content ends. */
export function cardsOf(page: Page): Promise<Cards> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>(".mantine-SimpleGrid-root > *")];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const uneven = boxes.filter(({ top, height }, at) => {
      const left = boxes[at - 1];
      return left && left.top === top && Math.abs(left.height - height) > 1;
    });
    for (const card of cards) card.style.alignSelf = "start";
    const isHigher = (card: Element, at: number) =>
      (boxes[at]?.height ?? 0) - card.getBoundingClientRect().height > 1;
    const stretched = cards.filter(isHigher).map((card) => card.textContent.slice(0, 30));
    for (const card of cards) card.style.alignSelf = "";
    return { uneven: uneven.length, stretched };
  });
}
