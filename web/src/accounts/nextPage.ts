/** The page to go to after signing in: only one of ours, whatever a link says. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith("/") || next.startsWith("//") || next.includes("\\")) return "/";
  return next.startsWith("/sign-in") || next.startsWith("/setup") ? "/" : next;
}
