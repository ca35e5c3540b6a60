/** What an installer and a link have in common: for which agents they are, and how often they may be used. */
import type { Schema } from "../api/client";
import { nearest } from "./kinds";
import { deployments as words } from "./messages";
import type { Kind } from "./queries";

type Installer = Schema<"CreateInstaller">;

export interface InstallerValues {
  site: string | null;
  agenttype: Installer["agenttype"];
  plat: Kind["plat"];
  goarch: Kind["goarch"];
  max_uses: number | string;
}

export const newInstaller = (kinds: Kind[], site: string | null): InstallerValues => ({
  site,
  agenttype: "workstation",
  ...nearest(kinds, "linux", "amd64"),
  max_uses: "",
});

export const needsSite = {
  site: (site: string | null) => (site ? null : words.chooseSite),
};

export function installerBody({ site, agenttype, plat, goarch, max_uses }: InstallerValues) {
  return {
    site: Number(site),
    agenttype,
    plat,
    goarch,
    // Without a number an installer is for one computer.
    max_uses: max_uses === "" ? null : Number(max_uses),
  };
}
