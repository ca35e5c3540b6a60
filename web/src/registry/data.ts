/** The data of values: shown, typed, and as the server takes it. */
import { registry as words } from "./messages";
import type { Kind, Value } from "./queries";

/** How numbers are written. */
export type Base = "hex" | "decimal";

export const KINDS: Kind[] = [
  "REG_SZ",
  "REG_EXPAND_SZ",
  "REG_MULTI_SZ",
  "REG_DWORD",
  "REG_QWORD",
  "REG_BINARY",
];

const LARGEST: Partial<Record<string, bigint>> = {
  REG_DWORD: 2n ** 32n - 1n,
  REG_QWORD: 2n ** 64n - 1n,
};

/** So many bytes of binary data are shown in the table. */
const BYTES_SHOWN = 16;

/** So many letters and lines of a text fit into the table, also on a phone. */
const LETTERS_SHOWN = 60;
const LINES_SHOWN = 3;

export const isNumber = (type: string) => type in LARGEST;

/** Whether its data is hexadecimal digits. */
export const hasBytes = (value: Pick<Value, "raw" | "type">) =>
  value.raw || value.type === "REG_BINARY";

export const isKind = (type: string): type is Kind => (KINDS as string[]).includes(type);

/** A short form for the table. */
export function shownData(value: Value, base: Base): string {
  if (hasBytes(value)) {
    const bytes = pairs(String(value.data));
    const rest = bytes.length > BYTES_SHOWN ? " …" : "";
    return bytes.slice(0, BYTES_SHOWN).join(" ") + rest;
  }
  if (isNumber(value.type)) return writtenNumber(numberIn(value), base, value.type);
  return typedData(value, base);
}

/** Whether a text may be longer than the table shows. */
export function isLong(value: Value): boolean {
  if (hasBytes(value) || isNumber(value.type)) return false;
  const text = typedData(value, "hex");
  return text.length > LETTERS_SHOWN || text.split("\n").length > LINES_SHOWN;
}

/** What an input begins with. */
export function typedData(value: Value, base: Base): string {
  if (hasBytes(value)) return pairs(String(value.data)).join(" ");
  if (isNumber(value.type)) return digits(numberIn(value), base);
  return Array.isArray(value.data) ? value.data.join("\n") : String(value.data);
}

/** Data as the server takes it, or what is wrong with it. */
export function parsedData(
  kind: Kind,
  typed: string,
  base: Base,
): { data: string | string[] } | { problem: string } {
  const largest = LARGEST[kind];
  if (largest !== undefined) {
    const number = parsedNumber(typed, base);
    if (number !== null && number <= largest) return { data: String(number) };
    const problem = base === "hex" ? words.badHex : words.badNumber;
    return { problem: problem(digits(largest, base)) };
  }
  if (kind === "REG_MULTI_SZ") return { data: typed === "" ? [] : typed.split("\n") };
  if (kind !== "REG_BINARY") return { data: typed };
  const hex = typed.replaceAll(/[\s,]/g, "").toLowerCase();
  return /^([0-9a-f]{2})*$/.test(hex) ? { data: hex } : { problem: words.badBytes };
}

/** The same number in the other notation; what is no number stays as it is. */
export function rewritten(typed: string, from: Base, to: Base): string {
  const number = parsedNumber(typed, from);
  return number === null ? typed : digits(number, to);
}

/** A text that was typed has the line ends of the one before. */
export function withLineEnds(typed: string, before: string): string {
  return before.includes("\r\n") ? typed.replaceAll(/\r?\n/g, "\r\n") : typed;
}

/** Why a value cannot be edited here, if it cannot. */
export function whyNotEditable(value: Value): string | undefined {
  if (value.raw || !isKind(value.type)) return words.isRaw;
  if (value.truncated) return words.isCut;
  const lists = Array.isArray(value.data) ? (value.data as string[]) : [];
  return lists.some((text) => /[\r\n]/.test(text)) ? words.hasLines : undefined;
}

/** Lines of sixteen bytes: where they are, in hexadecimal, and as text. */
export function hexLines(hex: string): string[] {
  const bytes = pairs(hex);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const some = bytes.slice(at, at + 16);
    const text = some.map((pair) => letterOf(Number.parseInt(pair, 16))).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${some.join(" ").padEnd(47)}  ${text}`);
  }
  return lines;
}

const letterOf = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".");

const pairs = (hex: string): string[] => hex.match(/../g) ?? [];

/** Numbers that JavaScript would round come as text. */
const numberIn = ({ data }: Value) => BigInt(data as number | string);

const digits = (number: bigint, base: Base) => number.toString(base === "hex" ? 16 : 10);

function writtenNumber(number: bigint, base: Base, type: string): string {
  if (base === "decimal") return digits(number, base);
  return `0x${digits(number, base).padStart(type === "REG_QWORD" ? 16 : 8, "0")}`;
}

function parsedNumber(typed: string, base: Base): bigint | null {
  const text = typed.trim();
  const isHex = /^0x[0-9a-f]+$/i.test(text);
  const pattern = base === "hex" ? /^[0-9a-f]+$/i : /^[0-9]+$/;
  if (!isHex && !pattern.test(text)) return null;
  return BigInt(isHex || base === "decimal" ? text : `0x${text}`);
}
