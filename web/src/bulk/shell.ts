/** The shell that the form of a command for many agents begins with. */

/** Windows has no Bash: where all agents run it, its own command prompt fits. */
export function usualShell(platforms: readonly string[]): string {
  const isWindows = platforms.length > 0 && platforms.every((plat) => plat === "windows");
  return isWindows ? "cmd" : "bash";
}
