import { expect, test, vi } from "vitest";
import type { Kind } from "./queries";

vi.stubGlobal("window", { location: { origin: "http://test" }, addEventListener: () => {} });
const kindsModule = await import("./kinds");
const { absentPlatforms, architectureChoices, findKind, missingKinds, nearest, platformChoices } =
  kindsModule;

const kind = (plat: Kind["plat"], goarch: Kind["goarch"], available: boolean): Kind => ({
  plat,
  goarch,
  available,
  release: null,
  path: `agents/${plat}-${goarch}/muster-agent`,
  methods: [],
  files: [],
});

const kinds = [
  kind("windows", "amd64", false),
  kind("linux", "amd64", true),
  kind("linux", "arm64", true),
  kind("darwin", "arm", false),
];

test("only what the server can hand out is offered", () => {
  expect(platformChoices(kinds)).toEqual([{ value: "linux", label: "Linux" }]);
  expect(architectureChoices(kinds, "linux").map(({ value }) => value)).toEqual(["amd64", "arm64"]);
  expect(architectureChoices(kinds, "windows")).toEqual([]);
});

test("what is missing is named with its place, unless there are no such computers", () => {
  expect(missingKinds(kinds)).toEqual([
    { name: "Windows, x86, 64-bit (amd64)", path: "agents/windows-amd64/muster-agent" },
  ]);
});

test("platforms without any agent are named", () => {
  expect(absentPlatforms(kinds)).toEqual(["Windows", "macOS"]);
  expect(absentPlatforms(kinds.map((one) => ({ ...one, available: true })))).toEqual([]);
});

test("a kind of computer is found by platform and architecture", () => {
  expect(findKind(kinds, { plat: "linux", goarch: "arm64" })).toBe(kinds[2]);
  expect(findKind(kinds, { plat: "linux", goarch: "arm" })).toBeUndefined();
});

test("a choice that is not available becomes the nearest that is", () => {
  expect(nearest(kinds, "linux", "arm64")).toEqual({ plat: "linux", goarch: "arm64" });
  expect(nearest(kinds, "windows", "386")).toEqual({ plat: "linux", goarch: "amd64" });
  expect(nearest([], "linux", "amd64")).toEqual({ plat: "linux", goarch: "amd64" });
});
