/**
 * Chromium as a person's browser, which records everything that should not
 * happen: errors on the console, failed requests, requests to other hosts.
 */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import type { Session } from "./owner.ts";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Errors in this browser until now. */
  complaints: string[];
  /** Takes a refusal off the list that the test provoked itself. */
  forgive(part: string): void;
}

export interface Circumstances {
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Signed in already, as after a visit before. */
  session?: Session;
}

/** A story's own part of the browser they share: what it opens there is closed with it. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(inject("browser"));
}

/** Someone with a browser of their own: nothing is shared with others. */
export async function somebody(
  browser: Browser,
  url: string,
  { viewport = WIDE, colorScheme = "light", session }: Circumstances = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: `${url}/ui/`,
    viewport,
    colorScheme,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // What moves is neither measured nor photographed half-way.
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...(session && { storageState: { cookies: [], origins: [remembered(url, session)] } }),
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  listen(page, url, complaints);
  const forgive = (part: string) => {
    const kept = complaints.filter((complaint) => !complaint.includes(part));
    complaints.splice(0, complaints.length, ...kept);
  };
  return { page, context, complaints, forgive };
}

/** Where the interface keeps who is signed in. */
function remembered(origin: string, session: Session) {
  return { origin, localStorage: [{ name: "muster.session", value: JSON.stringify(session) }] };
}

function listen(page: Page, url: string, complaints: string[]) {
  page.on("console", (line) => {
    if (line.type() === "error") complaints.push(`console: ${line.text()} ${line.location().url}`);
  });
  page.on("pageerror", (problem) => complaints.push(`page: ${problem.message}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== url) complaints.push(`foreign: ${request.url()}`);
  });
  page.on("response", async (response) => {
    if (response.status() < 400) return;
    const complaint = `${response.status()}: ${response.url()}`;
    complaints.push(complaint);
    // The answer helps to understand the failure.
    const said = await response.text().catch(() => "");
    const at = complaints.indexOf(complaint);
    if (at >= 0) complaints[at] = `${complaint} ${said}`;
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left aborts requests it no longer needs.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
  });
}
