/**
 * Chromium as a person's browser, with an ear for everything that should not
 * happen: errors on the console, failed requests, requests to other hosts.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const program = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

/** Put into the page over the debugger: the page's own policy lets no other script in. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

/** Where `make screenshots` wants the pictures; without it none are made. */
const pictures = process.env.MUSTER_SCREENSHOTS;

export interface Person {
  page: Page;
  context: BrowserContext;
  /** What went wrong in this browser until now. */
  complaints: string[];
  /** Takes a refusal off the list that the test provoked itself. */
  forgive(part: string): void;
}

export async function openBrowser(): Promise<Browser> {
  if (!program) throw new Error("Chromium is not installed (Debian: apt-get install chromium)");
  return chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
}

/** Someone with a browser of their own: nothing is shared with others. */
export async function somebody(browser: Browser, url: string, wide = true): Promise<Person> {
  const context = await browser.newContext({
    baseURL: `${url}/ui/`,
    viewport: wide ? { width: 1440, height: 900 } : { width: 390, height: 844 },
    locale: "en-GB",
    colorScheme: "light",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") complaints.push(`console: ${line.text()}`);
  });
  page.on("pageerror", (problem) => complaints.push(`page: ${problem.message}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== url) complaints.push(`foreign: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  const forgive = (part: string) => {
    const kept = complaints.filter((complaint) => !complaint.includes(part));
    complaints.splice(0, complaints.length, ...kept);
  };
  return { page, context, complaints, forgive };
}

/** The page as it is now: no serious hindrance for anybody, and a picture of it. */
export async function lookAt(person: Person, name: string): Promise<void> {
  await hindrances(person.page, name);
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const scheme of ["light", "dark"] as const) {
    await person.page.emulateMedia({ colorScheme: scheme });
    for (const [size, width, height] of [
      ["wide", 1440, 900],
      ["narrow", 390, 844],
    ] as const) {
      await person.page.setViewportSize({ width, height });
      await person.page.screenshot({ path: join(pictures, `${name}-${size}-${scheme}.png`) });
    }
  }
  await person.page.emulateMedia({ colorScheme: "light" });
  await person.page.setViewportSize({ width: 1440, height: 900 });
}

interface Finding {
  id: string;
  impact?: string | null;
  nodes: { html: string; any: { message: string }[] }[];
}

/** What axe-core calls serious or critical fails the test. */
async function hindrances(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    async () =>
      (
        await (
          window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
        ).axe.run()
      ).violations,
  );
  const serious = found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 300)} ${any[0]?.message ?? ""}`).join("; ")}`,
    );
  expect(serious, `hindrances on ${name}`).toEqual([]);
}
