/** `npm run test:newcomer`: a Muster that `make run` has started, met by somebody new. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["browser/newcomer/*.test.ts"],
    testTimeout: 120_000,
    // A second `make run` looks whether anything is to be built.
    hookTimeout: 300_000,
    bail: 1,
  },
});
