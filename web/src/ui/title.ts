/** What the browser calls a page, in its tab and its history. */
import { useDocumentTitle } from "@mantine/hooks";
import { useLocation } from "@tanstack/react-router";

/** From the part to the whole: `Updates · vm · Muster`. */
export function titleOf(...parts: (string | undefined)[]): string {
  return [...parts.filter(Boolean), "Muster"].join(" · ");
}

export function useTitle(...parts: (string | undefined)[]) {
  useDocumentTitle(titleOf(...parts));
}

interface Named {
  to: string;
  label: string;
}

/** The tab of an address: that with the longest beginning of it. */
export function tabAt(path: string, tabs: Named[]): string | undefined {
  const fitting = tabs.filter(({ to }) => path === to || path.startsWith(`${to}/`));
  return fitting.toSorted((left, right) => right.to.length - left.to.length)[0]?.label;
}

export function useTabName(tabs: Named[]): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") });
  return tabAt(path, tabs);
}
