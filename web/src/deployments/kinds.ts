/** The platforms and architectures that this server has agent programs for. */
import { agents } from "../agents/messages";
import type { Kind } from "./queries";

const ARCHITECTURES: Record<Kind["goarch"], string> = {
  amd64: "x86, 64-bit (amd64)",
  "386": "x86, 32-bit (386)",
  arm64: "ARM, 64-bit (arm64)",
  arm: "ARM, 32-bit (arm)",
};

/** Such computers do not exist: no hint how to add them. */
const IMPOSSIBLE = new Set(["darwin 386", "darwin arm", "windows arm"]);

/** The platforms to choose from: those with a program, in the order of the server. */
export function platformChoices(kinds: Kind[]) {
  const there = new Set(kinds.filter((kind) => kind.available).map((kind) => kind.plat));
  return [...there].map((value) => ({ value, label: agents.platform[value] }));
}

export function architectureChoices(kinds: Kind[], platform: string) {
  return kinds
    .filter((kind) => kind.available && kind.plat === platform)
    .map(({ goarch }) => ({ value: goarch, label: ARCHITECTURES[goarch] }));
}

/** The kind of computer that was chosen. */
export const findKind = (kinds: Kind[], { plat, goarch }: Pick<Kind, "plat" | "goarch">) =>
  kinds.find((kind) => kind.plat === plat && kind.goarch === goarch);

/** The names of platforms that this server has no agent for at all. */
export function absentPlatforms(kinds: Kind[]) {
  const there = new Set(platformChoices(kinds).map(({ value }) => value));
  const absent = new Set(kinds.map(({ plat }) => plat).filter((plat) => !there.has(plat)));
  return [...absent].map((plat) => agents.platform[plat]);
}

/** What is still missing, and where its program belongs. */
export function missingKinds(kinds: Kind[]) {
  return kinds
    .filter((kind) => !kind.available && !IMPOSSIBLE.has(`${kind.plat} ${kind.goarch}`))
    .map((kind) => ({
      name: `${agents.platform[kind.plat]}, ${ARCHITECTURES[kind.goarch]}`,
      path: kind.path,
    }));
}

/** The choice, if this server has it; else the nearest it has. */
export function nearest(kinds: Kind[], plat: Kind["plat"], goarch: Kind["goarch"]) {
  const platforms = platformChoices(kinds);
  const platform = platforms.find(({ value }) => value === plat) ?? platforms[0];
  if (!platform) return { plat, goarch };
  const fitting = architectureChoices(kinds, platform.value);
  const architecture = fitting.find(({ value }) => value === goarch) ?? fitting[0];
  return { plat: platform.value, goarch: architecture?.value ?? goarch };
}
