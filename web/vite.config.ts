import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompress } from "./build/precompress.ts";
import { withoutWaiting } from "./build/withoutWaiting.ts";

/** The server that `npm run dev` speaks to. */
const server = process.env.MUSTER_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/ui/",
  plugins: [react(), withoutWaiting(), precompress()],
  build: {
    // What knows `light-dark()`, which both themes are written with.
    target: ["chrome125", "edge125", "firefox128", "safari17.5"],
    // Icons and small pictures stay files: the Content-Security-Policy allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first page needs comes in two files, not in forty: theirs, which an update seldom changes, and ours.
            { name: "libraries", tags: ["$initial"], test: /[\\/]node_modules[\\/]/ },
            { name: "first", tags: ["$initial"] },
            // One file for all other icons: each is smaller than the request for it.
            { name: "icons", test: /@tabler[\\/]icons-react/ },
          ],
        },
      },
    },
    // Which file needs which: the weight of the first page is tested with it.
    manifest: true,
  },
  server: {
    // Everything but the interface itself is the API's.
    proxy: { "^/(?!ui/)": { target: server, ws: true, changeOrigin: true } },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    // Only a failing test sees its end, also on a machine that stands still for a while.
    testTimeout: 120_000,
    // Starting a process takes longer than most of these tests.
    pool: "threads",
    // Nothing else runs beside them: by default one processor is left free.
    maxWorkers: "100%",
  },
});
