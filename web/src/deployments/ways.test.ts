import { expect, test } from "vitest";
import type { Kind } from "./queries";
import {
  fileNameOf,
  hasExtras,
  hasStatic,
  installedFile,
  methodOf,
  nearestWay,
  waysOf,
} from "./ways";

const file = (kind: "program" | "static" | "msi") => ({
  kind,
  name: "muster-agent",
  size: 1,
  sha256: "",
  url: "",
});

const kind = (more: Partial<Kind>): Kind => ({
  plat: "linux",
  goarch: "amd64",
  available: true,
  release: null,
  path: "",
  methods: ["bash", "manual"],
  files: [file("program")],
  ...more,
});

const windows = (files: Kind["files"]) =>
  kind({ plat: "windows", methods: ["powershell", "exe", "manual"], files });

test("each kind of computer is offered the ways that the server has files for", () => {
  expect(waysOf(kind({}))).toEqual(["line", "script"]);
  expect(waysOf(windows([file("program")]))).toEqual(["line", "script", "archive"]);
  expect(waysOf(windows([file("msi")]))).toEqual(["line", "script", "archive", "package"]);
  expect(waysOf(kind({ plat: "darwin", methods: ["mac", "manual"] }))).toEqual(["line"]);
  expect(waysOf(kind({ available: false, methods: [], files: [] }))).toEqual([]);
  expect(waysOf(undefined)).toEqual([]);
});

test("a way that another kind of computer does not have becomes the usual one", () => {
  expect(nearestWay(windows([file("msi")]), "package")).toBe("package");
  expect(nearestWay(windows([file("program")]), "package")).toBe("line");
  expect(nearestWay(undefined, "archive")).toBe("line");
});

test("each way has its method and the name of its file", () => {
  expect(methodOf("windows", "line")).toBe("manual");
  expect(methodOf("windows", "package")).toBe("manual");
  expect(methodOf("windows", "archive")).toBe("exe");
  expect(methodOf("windows", "script")).toBe("powershell");
  expect(methodOf("linux", "script")).toBe("bash");
  expect(methodOf("darwin", "line")).toBe("mac");
  expect(fileNameOf("windows", "archive")).toBe("muster-install.zip");
  expect(fileNameOf("windows", "script")).toBe("muster-install.ps1");
  expect(fileNameOf("linux", "script")).toBe("muster-install.sh");
});

test("only scripts for Windows set up more than the agent", () => {
  expect([hasExtras("windows", "archive"), hasExtras("windows", "package")]).toEqual([true, false]);
  expect(hasExtras("linux", "script")).toBe(false);
});

test("the size is that of what is installed", () => {
  expect(installedFile(windows([file("program"), file("msi")]))?.kind).toBe("msi");
  expect(installedFile(kind({ files: [file("static")] }))?.kind).toBe("static");
  expect(installedFile(undefined)).toBeUndefined();
});

test("the static program is a choice where there is another one", () => {
  const both = kind({ files: [file("program"), file("static")] });
  expect([both, kind({}), kind({ files: [file("static")] })].map(hasStatic)).toEqual([
    true,
    false,
    false,
  ]);
  expect([false, true].map((chosen) => installedFile(both, chosen)?.kind)).toEqual([
    "program",
    "static",
  ]);
  expect(hasStatic(undefined)).toBe(false);
});
