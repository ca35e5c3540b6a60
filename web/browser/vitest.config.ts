/** `npm run test:browser`: the built interface in a real browser, with real servers and agents. */
import { defineConfig } from "vitest/config";

/** Where to write which stories failed, for those who run them again. */
const report = process.env.MUSTER_BROWSER_REPORT;

/** They use both cores by themselves, or measure how long something takes. */
const ALONE = ["browser/pages.test.ts", "browser/thousands.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "browser/world.ts",
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    // Longer than a story waits for one thing, so that it says which one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Stories share no state but what the world provides.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "stories",
          include: ["browser/**/*.test.ts"],
          exclude: [...ALONE, "browser/newcomer/**"],
          // While one waits for its server, the other goes on.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
