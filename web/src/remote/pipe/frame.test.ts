import { expect, test } from "vitest";
import { type Bytes, concat, fromHex, utf8 } from "./bytes";
import { decodeFrame, encodeFrame, type Frame, MAX_DATA_BYTES } from "./frame";

const eight = (byte: string) => byte.repeat(8);

test("frames that nobody sends are refused", () => {
  const tooLong = concat(fromHex(`000101${eight("00")}`), new Uint8Array(MAX_DATA_BYTES + 1));
  const cases: Record<string, Bytes> = {
    nothing: fromHex(""),
    "no kind": fromHex("0000"),
    "an unknown kind": fromHex("000004"),
    "text that is none": fromHex("000000ff"),
    "half an offset": fromHex("000001010203"),
    "half a credit": fromHex(`000002${eight("00")}`),
    "too much": tooLong,
    "an offset that no number holds": fromHex(`000101${eight("ff")}78`),
    "a limit before what was received": fromHex("00010200000000000000080000000000000007"),
    "a credit with more in it": fromHex(`000102${eight("00")}${eight("00")}00`),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    expect(() => decodeFrame(bytes), name).toThrow("does not understand");
  }
});

test("offsets beyond 4 GiB are read as they were written", () => {
  const frames: Frame[] = [
    { channel: 7, kind: "data", offset: 2 ** 40 + 5, bytes: utf8("x") },
    { channel: 0xffff, kind: "credit", received: 2 ** 33, limit: Number.MAX_SAFE_INTEGER },
    { channel: 0, kind: "control", text: '{"type":"ping","n":1}' },
    { channel: 2, kind: "packet", bytes: new Uint8Array(0) },
  ];
  for (const frame of frames) expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
});

test("a frame is also read in the middle of other bytes", () => {
  const frame: Frame = { channel: 3, kind: "data", offset: 9, bytes: utf8("abc") };
  const around = concat(utf8("before"), encodeFrame(frame));
  expect(decodeFrame(around.subarray(6))).toEqual(frame);
});
