import { expect, test } from "vitest";
import type { Segment } from "./line";
import type { Style } from "./style";
import { firstLines, plainText, Terminal } from "./terminal";

const ESC = "\u001b";

function drawn(...pieces: string[]): Segment[] {
  const terminal = new Terminal();
  for (const piece of pieces) terminal.write(piece);
  return terminal.blocks().flat();
}

const styled = (text: string, style: Style | null): Segment => ({ text, style });

test("colours are drawn and not printed", () => {
  expect(drawn(`${ESC}[31mred${ESC}[0m plain ${ESC}[1;92mbold green${ESC}[m.`)).toEqual([
    styled("red", { text: 1 }),
    styled(" plain ", null),
    styled("bold green", { bold: true, text: 10 }),
    styled(".", null),
  ]);
});

test("256 and true colours are read in both spellings", () => {
  expect(drawn(`${ESC}[38;5;208ma${ESC}[38:2::1:2:3mb${ESC}[48;2;4;5;6mc${ESC}[39;49md`)).toEqual([
    styled("a", { text: 208 }),
    styled("b", { text: [1, 2, 3] }),
    styled("c", { text: [1, 2, 3], ground: [4, 5, 6] }),
    styled("d", null),
  ]);
});

test("a number that is no colour changes none, and what follows it still counts", () => {
  expect(drawn(`${ESC}[38;5;999ma${ESC}[38;2;1;2mb${ESC}[99999999999999;4mc`)).toEqual([
    styled("ab", null),
    styled("c", { underline: true }),
  ]);
});

test("what is printed after a return goes over the line", () => {
  expect(plainText("progress 10%\rprogress 50%\rdone\n")).toBe("doneress 50%\n");
  expect(plainText(`progress 10%\r${ESC}[Kdone\n`)).toBe("done\n");
  expect(plainText("one\r\ntwo\r\n")).toBe("one\ntwo\n");
  expect(plainText("abc\b\bX\n")).toBe("aXc\n");
  expect(plainText("\b\b😀x\by\n")).toBe("😀y\n");
});

test("a line keeps its colours where nothing went over them", () => {
  expect(drawn(`${ESC}[32mgreen\r${ESC}[31mR`)).toEqual([
    styled("R", { text: 1 }),
    styled("reen", { text: 2 }),
  ]);
});

test("erasing takes away what it says", () => {
  expect(plainText(`abcdef\b\b${ESC}[1Kx`)).toBe("    xf");
  expect(plainText(`abcdef\b\b${ESC}[2Kx`)).toBe("    x");
});

test("other sequences and controls are left out", () => {
  const title = `${ESC}]0;a title\u0007`;
  const link = `${ESC}]8;;https://example.org${ESC}\\here${ESC}]8;;${ESC}\\`;
  expect(plainText(`${title}a${ESC}[2J${ESC}[10;20Hb${ESC}(Bc\u0007\u0000d${link}\te`)).toBe(
    "abcdhere\te",
  );
});

test("what never ends hides no more than its line", () => {
  expect(plainText(`a${ESC}]0;never closed\nb${ESC}[31\nc${ESC}`)).toBe("a\nb\nc");
  expect(plainText(`${ESC}[${"1;".repeat(50_000)}mx\n`)).toBe("x\n");
  expect(plainText(`${ESC}Pq${"x".repeat(50_000)}\ny`)).toBe("\ny");
});

test("markup stays text", () => {
  expect(drawn(`<b>${ESC}[31m<script>`)).toEqual([
    styled("<b>", null),
    styled("<script>", { text: 1 }),
  ]);
});

/** The same numbers on every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const PIECES = [
  "a",
  "word ",
  "größe",
  "😀",
  "\n",
  "\r",
  "\r\n",
  "\b",
  "\t",
  ESC,
  `${ESC}[31m`,
  `${ESC}[0m`,
  `${ESC}[38;5;9;1m`,
  `${ESC}[K`,
  `${ESC}[1K`,
  `${ESC}[`,
  `${ESC}]0;t`,
  "\u0007",
  "\u009b32m",
  "[31m",
  ";5;",
  "m",
  "\u0000",
];

test("however an output is cut into pieces, the same is drawn", () => {
  const next = numbers(7);
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: next(40) }, () => PIECES[next(PIECES.length)]).join("");
    const cuts = [0, next(text.length + 1), next(text.length + 1), text.length].sort(
      (a, b) => a - b,
    );
    const pieces = cuts.slice(1).map((to, at) => text.slice(cuts[at], to));
    expect(drawn(...pieces), JSON.stringify(text)).toEqual(drawn(text));
  }
});

test("nothing but text comes out, whatever goes in", () => {
  const next = numbers(11);
  for (let round = 0; round < 200; round += 1) {
    const text = String.fromCharCode(...Array.from({ length: 200 }, () => next(0x180)));
    const codes = Array.from(plainText(text), (one) => one.codePointAt(0) ?? 0);
    const controls = codes.filter(
      (code) => (code < 32 && code !== 9 && code !== 10) || (code > 126 && code < 160),
    );
    expect(controls).toEqual([]);
  }
});

test("blocks that are full stay the same objects", () => {
  const terminal = new Terminal();
  terminal.write("line\n".repeat(450));
  const before = terminal.blocks();
  terminal.write("more\n");
  const after = terminal.blocks();
  expect([before.length, after.length]).toEqual([3, 3]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test("long and hostile outputs take no long time", () => {
  const began = performance.now();
  drawn("a line of some length, as programs print them\n".repeat(60_000));
  drawn(`${ESC}[31ma${ESC}[32mb`.repeat(100_000));
  drawn("x".repeat(500_000) + "\ry".repeat(100_000));
  drawn("x\b".repeat(200_000));
  expect(performance.now() - began).toBeLessThan(60_000);
});

test("so many colours that they would choke the page become plain", () => {
  const segments = drawn(`${ESC}[31ma${ESC}[32mb`.repeat(100_000));
  expect(segments.length).toBeLessThan(50_000);
  expect(segments.map((one) => one.text).join("").length).toBe(200_000);
});

test("the first lines are those that say something", () => {
  expect(firstLines(`\n\r\n  ${ESC}[31mone  \ntwo\nthree`, 2)).toBe("  one\ntwo");
});
