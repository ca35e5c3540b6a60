/** `npm run test:browser`: the built interface in a real browser, with real servers and agents. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["browser/**/*.test.ts"],
    globalSetup: "browser/world.ts",
    // A story is told in order, and two cores carry one browser.
    fileParallelism: false,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
