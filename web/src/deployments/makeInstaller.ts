/** Makes an installer in the way that was chosen: a line, or a file that the browser saves. */
import { answer, api, type Schema } from "../api/client";
import { saveBlob } from "../ui/saveFile";
import { type InstallerValues, installerBody } from "./installerValues";
import type { Kind } from "./queries";
import { fileNameOf, hasExtras, hasStatic, installedFile, methodOf, type Way } from "./ways";

export interface Values extends InstallerValues {
  /** In hours. */
  expires: number;
  networks: string[];
  way: Way;
  /** What is set up besides the agent. */
  extras: string[];
  /** Whether only the static program will do. */
  isStatic: boolean;
}

/** What was made, and how to go on. */
export interface Made {
  /** Tells one from another. */
  time: number;
  site: number;
  plat: Kind["plat"];
  way: Way;
  command?: Schema<"InstallCommand">;
  /** Of the file that was saved, or is to be downloaded. */
  file: { name: string; size: number };
}

export async function makeInstaller(values: Values, kind: Kind | undefined): Promise<Made> {
  const { plat, way } = values;
  const isStatic = values.isStatic && hasStatic(kind);
  const body = {
    ...installerBody(values),
    ...(hasExtras(plat, way) && extras(values)),
    ...(isStatic && { static: 1 }),
    installMethod: methodOf(plat, way),
    expires: values.expires,
    networks: values.networks,
  };
  const made = { time: Date.now(), site: body.site, plat, way };
  if (way === "script" || way === "archive") {
    const { data } = await api.POST("/agents/installer/", { body, parseAs: "blob" });
    const blob = data as unknown as Blob;
    const name = fileNameOf(plat, way);
    saveBlob(name, blob);
    return { ...made, file: { name, size: blob.size } };
  }
  const command = await answer(api.POST("/agents/installer/", { body }));
  const { name = "", size = 0 } = installedFile(kind, isStatic) ?? {};
  return { ...made, command: command as Schema<"InstallCommand">, file: { name, size } };
}

const extras = (values: Values) => ({
  power: Number(values.extras.includes("power")),
  ping: Number(values.extras.includes("ping")),
  rdp: Number(values.extras.includes("rdp")),
});
