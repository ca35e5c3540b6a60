/** The ways to install an agent on a kind of computer, of those that this server has files for. */
import type { Schema } from "../api/client";
import type { Kind } from "./queries";

/** A line to run; a script or an archive to carry there; the package with a line for it. */
export type Way = "line" | "script" | "archive" | "package";

type Method = Schema<"CreateInstaller">["installMethod"];

/** What to offer for a kind of computer, the usual way first. */
export function waysOf(kind: Kind | undefined): Way[] {
  if (!kind?.available) return [];
  const ways: [Way, boolean][] = [
    ["line", true],
    ["script", kind.methods.some((method) => method === "bash" || method === "powershell")],
    ["archive", kind.methods.includes("exe")],
    ["package", kind.files.some((file) => file.kind === "msi")],
  ];
  return ways.filter(([, isThere]) => isThere).map(([way]) => way);
}

/** The way that was chosen, if this kind of computer has it; else the usual one. */
export const nearestWay = (kind: Kind | undefined, way: Way): Way =>
  waysOf(kind).includes(way) ? way : "line";

/** What the API calls a way. */
export function methodOf(plat: Kind["plat"], way: Way): Method {
  if (way === "archive") return "exe";
  if (way === "script") return plat === "windows" ? "powershell" : "bash";
  return plat === "darwin" ? "mac" : "manual";
}

/** The name of the file that a way makes. */
export function fileNameOf(plat: Kind["plat"], way: Way): string {
  if (way === "archive") return "muster-install.zip";
  return plat === "windows" ? "muster-install.ps1" : "muster-install.sh";
}

/** Scripts set up more than the agent on Windows; the package does not. */
export const hasExtras = (plat: Kind["plat"], way: Way) => plat === "windows" && way !== "package";

const find = (kind: Kind | undefined, wanted: Kind["files"][number]["kind"]) =>
  kind?.files.find((file) => file.kind === wanted);

/** Whether there is a choice between the program and the static one. */
export const hasStatic = (kind: Kind | undefined) =>
  find(kind, "static") !== undefined && find(kind, "program") !== undefined;

/** What is installed: the static program on request, else the package, the program, what there is. */
export function installedFile(kind: Kind | undefined, isStatic = false) {
  const wanted = isStatic ? find(kind, "static") : undefined;
  return wanted ?? find(kind, "msi") ?? find(kind, "program") ?? find(kind, "static");
}
