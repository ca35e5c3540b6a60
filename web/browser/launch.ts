/** Starts Chromium. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

const program = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

/** Besides what Playwright sets itself: works as root, and asks nobody but the server. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync"];

function launchOptions() {
  if (!program) throw new Error("Chromium is not installed (Debian: apt-get install chromium)");
  return { executablePath: program, args: FLAGS };
}

/** A browser for a single story. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** A browser that all stories share. */
export const startBrowser = (): Promise<BrowserServer> => chromium.launchServer(launchOptions());
