import { expect, test } from "vitest";
import { linkOf } from "./link";

const address = {
  ...{ agent: "QvTn", kind: "vnc", port: "5900", user: "7", until: "1795132800" },
  signature: "12e4",
};

test("a link is read out of its address", () => {
  const numbers = { port: 5900, user: 7, until: 1_795_132_800 };
  expect(linkOf(address)).toEqual({ ...address, ...numbers });
});

test("only VNC has a port", () => {
  const { port: _, ...others } = address;
  expect(linkOf({ ...others, kind: "files" })).toMatchObject({ kind: "files", port: 0 });
});

test("an address that is incomplete or has a bad number is not a link", () => {
  for (const name of ["agent", "kind", "user", "until", "signature"]) {
    expect(linkOf({ ...address, [name]: undefined }), name).toBeUndefined();
    expect(linkOf({ ...address, [name]: "" }), name).toBeUndefined();
  }
  for (const name of ["port", "user", "until"]) {
    expect(linkOf({ ...address, [name]: "-1" }), name).toBeUndefined();
    expect(linkOf({ ...address, [name]: "9".repeat(16) }), name).toBeUndefined();
  }
  expect(linkOf({ ...address, kind: "tunnel" })).toBeUndefined();
});
