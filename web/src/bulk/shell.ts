/** The default shell of a command for many agents. */

/** Windows has no Bash: where all agents run it, PowerShell, as in the form for one agent. */
export function usualShell(platforms: readonly string[]): string {
  const isWindows = platforms.length > 0 && platforms.every((plat) => plat === "windows");
  return isWindows ? "powershell" : "bash";
}
