import { expect, test } from "vitest";
import type { Schema } from "../api/client";
import { fileName } from "./fileName";

const began = "2026-03-01T12:30:59.123Z";

test("a file has the name of the computer, the kind and the time", () => {
  const name = (kind: Schema<"Recording">["kind"], hostname = "web-01") =>
    fileName({ hostname, kind, began });
  expect(name("terminal")).toBe("web-01-terminal-2026-03-01-12-30.cast");
  expect(name("screen")).toBe("web-01-screen-2026-03-01-12-30.mrec");
  expect([name("files"), name("tunnel")].map((one) => one.split(".").at(-1))).toEqual([
    ...["jsonl", "jsonl"],
  ]);
});

test("a computer with a name for paths puts nothing into one", () => {
  expect(fileName({ hostname: "../../etc/Büro 2", kind: "files", began })).toBe(
    "..-..-etc-Büro-2-files-2026-03-01-12-30.jsonl",
  );
});
