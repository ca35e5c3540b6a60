import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompress } from "./build/precompress.ts";
import { preloadFleet } from "./build/preloadFleet.ts";

/** The server that `npm run dev` speaks to. */
const server = process.env.MUSTER_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/ui/",
  plugins: [react(), preloadFleet(), precompress()],
  build: {
    // What knows `light-dark()`, which both themes are written with.
    target: ["chrome125", "edge125", "firefox128", "safari17.5"],
    // Icons and small pictures stay files: the Content-Security-Policy allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // One file for all icons: each is smaller than the request for it.
      output: { codeSplitting: { groups: [{ name: "icons", test: /@tabler[\\/]icons-react/ }] } },
    },
    // Which file needs which: the weight of the first page is tested with it.
    manifest: true,
  },
  server: {
    // Everything but the interface itself is the API's.
    proxy: { "^/(?!ui/)": { target: server, ws: true, changeOrigin: true } },
  },
  test: { include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"] },
});
