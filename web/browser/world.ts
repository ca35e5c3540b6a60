/** Made once for all stories: a browser, and the data of a server whose owner has signed in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startBrowser } from "./launch.ts";
import { startMuster } from "./muster.ts";
import { type Session, signInQuietly } from "./owner.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    browser: string;
    /** A folder of data to begin with, and who is signed in there. */
    owned: { data: string; session: Session };
  }
}

export default async function setUp(project: TestProject) {
  const browser = await startBrowser();
  const folder = mkdtempSync(join(tmpdir(), "muster-owned-"));
  const data = join(folder, "data");
  const muster = await startMuster({ data });
  const session = await signInQuietly(muster);
  await muster.stop();
  project.provide("browser", browser.wsEndpoint());
  project.provide("owned", { data, session });
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
