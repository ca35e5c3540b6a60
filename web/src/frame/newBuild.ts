/** Notices that the server has another build of this interface than the one that runs. */
import { queryOptions } from "@tanstack/react-query";

const LOOK = 5 * 60_000;

/** The entry script of the page: its name changes with every build. */
export function entryOf(html: string): string | null {
  return /<script[^>]+src="([^"]*\/assets\/index-[^"]+\.js)"/.exec(html)?.[1] ?? null;
}

/** The entry script of this page; nothing during development. */
export const ownEntry = typeof document === "undefined" ? null : entryOf(document.head.innerHTML);

export const buildQuery = queryOptions({
  queryKey: ["frame", "build"],
  queryFn: async () => {
    const answer = await fetch("/ui/", { cache: "no-store" });
    return answer.ok ? entryOf(await answer.text()) : null;
  },
  enabled: ownEntry !== null,
  // This page has just come from there.
  initialData: ownEntry,
  refetchInterval: LOOK,
  refetchOnWindowFocus: true,
  staleTime: 60_000,
});

const RELOADED = "muster.reloaded";

/** A part of the old build is gone: the new one has it. Only once, to avoid a loop. */
export function reloadWhenPartsAreGone() {
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < LOOK) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    window.location.reload();
  });
}
