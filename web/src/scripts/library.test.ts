import { expect, test } from "vitest";
import { FAVOURITES, folders, found, fromFileName, OWN } from "./library";
import type { ScriptItem } from "./queries";

const script = (name: string, more: Partial<ScriptItem>) =>
  ({
    name,
    description: "",
    category: "Disk",
    shell: "shell",
    script_type: "builtin",
    supported_platforms: [],
    favorite: false,
    ...more,
  }) as ScriptItem;

const library = [
  script("Clean up", { favorite: true, supported_platforms: ["linux"] }),
  script("Defragment", { shell: "powershell", supported_platforms: ["windows"] }),
  script("Mine", { category: "", script_type: "userdefined" }),
];
const names = (filters: object) => found(library, filters as never).map(({ name }) => name);

test("folder, platform, shell and words narrow the library together", () => {
  expect(names({})).toEqual(["Clean up", "Defragment", "Mine"]);
  expect(names({ folder: FAVOURITES })).toEqual(["Clean up"]);
  expect(names({ folder: OWN })).toEqual(["Mine"]);
  expect(names({ folder: "=Disk", platform: "windows" })).toEqual(["Defragment"]);
  expect(names({ folder: "=" })).toEqual(["Mine"]);
  expect(names({ search: "disk up" })).toEqual(["Clean up"]);
});

test("folders are counted", () => {
  expect(folders(library)).toEqual([
    ["", 1],
    ["Disk", 2],
  ]);
});

test("name and shell come from a file's name", () => {
  expect(fromFileName("Fix printer.ps1")).toEqual({ name: "Fix printer", shell: "powershell" });
  expect(fromFileName("README")).toEqual({ name: "README", shell: "shell" });
});
