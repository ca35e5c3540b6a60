import { expect, test } from "vitest";
import { concat, utf8 } from "../pipe/bytes";
import { byte, repeated, stored } from "./testEncoder";
import { unpack } from "./zstd";

/** What the reference program makes of the lines below, at the level that agents use. */
const LINES = `
KLUv/WARBaUOAAbsVRKQpaA6azV3t0+WbHcJGq/XzSBSAE4ATgASeE8Sr8nlLalLN3EHQ65kyo2Ac4OE0c2guhhi
9yLctcC7FYaXgvJOyJUIcSPjhoiTm1JzcYbuUdS1yrplZ5eu7g4OXsnIGwsCBgCBcMOCgAFAhXOvjK4V1a0Su1Th
7hTelTK8UZU31NykiIuUcY9OrlHNLRq6RFF3KOsKnd0guxuI8OZIXpx7g9fG4taQXBqZOxPoyiDdmKsbpuymzF0M
eHgRK+/hXMOIW5hxCU/uYM0VHLqBUjdgsJuHdvHs7t1J3rpLh3fO4sqR3LiZGy7opiVdtKt7VnbN5m5Z4CVLvGOX
V6xuGMUNJnKzwlwMgbC5GUQXQ+peBLsWaLfC7lIQ3gnJGxE3Q5RcDDH3QtC1EHQrRF0KYXdC3JUQeCNEyBtCYN5M
u5gU91LkWoa5lTiX0uhOUl1JsRsZd0Pm3Qx5qDEIgjAU/PoZQCORIA4HEBCCaA9MjJw9IwkAYCSDrI+/FRkd2hHJ
HpJtSLaQLCGZg2QFeRRkEGRBiaohqIIHm5UBAQyYKJAj9MLD9CGMQu7MTcAFB9HPXXBH2IWDa4MQhzwfOJDgAwC0
f+RvPv0YL6pxd6bA2/NaBQ==`;

const lines = Array.from({ length: 120 }, (_, line) => `line ${line}: ${(line * 7919) % 1000}\n`);
const packed = Uint8Array.from(atob(LINES.replaceAll("\n", "")), (letter) => letter.charCodeAt(0));

test("what the reference program packed is unpacked", () => {
  expect(new TextDecoder().decode(unpack(packed, 1553))).toBe(lines.join(""));
});

test("a frame may have a checksum, and blocks of any kind", () => {
  const summed = concat(packed, byte(1, 2, 3, 4));
  summed[4] = (summed[4] ?? 0) | 4;
  expect(unpack(summed, 1553)).toHaveLength(1553);
  expect(unpack(stored(utf8("as it is")), 8)).toEqual(utf8("as it is"));
  expect(unpack(repeated(7, 100_000), 100_000)).toEqual(new Uint8Array(100_000).fill(7));
});

test("a frame that says another length than expected is refused", () => {
  expect(() => unpack(packed, 1552)).toThrow("malformed");
  expect(() => unpack(stored(utf8("abc"), 4), 3)).toThrow("malformed");
});

test("no more memory is taken than a group may have, whatever the bytes ask for", () => {
  expect(() => unpack(repeated(0, 2_000_000_000), 2_000_000_000)).toThrow("too_large");
  expect(() => unpack(repeated(0, 2_000_000_000), 1000)).toThrow("malformed");
  // A second frame after the first would be unpacked as well.
  const two = concat(stored(utf8("abc")), repeated(0, 2_000_000_000));
  expect(() => unpack(two, 3)).toThrow("malformed");
});

test("a frame without its length, with a dictionary, or cut off is refused", () => {
  const unsized = concat(byte(0x28, 0xb5, 0x2f, 0xfd, 0, 0x58), stored(utf8("abc")).subarray(9));
  expect(() => unpack(unsized, 3)).toThrow("malformed");
  const withDictionary = packed.slice();
  withDictionary[4] = 0x61;
  expect(() => unpack(withDictionary, 1553)).toThrow("malformed");
  for (let length = 0; length < packed.length; length += 1) {
    expect(() => unpack(packed.slice(0, length), 1553)).toThrow("malformed");
  }
});
