import { expect, test } from "vitest";
import { CHUNK, chunksOf, fromBase64, HASH, hashText, rangeOf, toBase64 } from "./chunks";
import { contentOf, entryOf } from "./fakeFiles";
import { HashMemory } from "./hashMemory";
import { chosenFiles, foldersOf } from "./localFiles";
import { percentOf, Rate, secondsLeft } from "./rate";
import { arranged, isEditable, modeText, needsWord, ownerOf, readMode, shellOf } from "./rows";
import { all, clicked, found, kept, movedTo, NOTHING, toggled } from "./selection";
import { fileText, openedText } from "./textFile";

const PLAIN = { adds: false, extends: false };
const names = ["a", "b", "c", "d", "da"];
const chosen = ({ chosen }: { chosen: ReadonlySet<string> }) => [...chosen].join("");

test("a click chooses one, Ctrl one more, Shift a range", () => {
  const one = clicked(NOTHING, names, 1, PLAIN);
  expect(chosen(one)).toBe("b");
  expect(chosen(clicked(one, names, 3, { ...PLAIN, extends: true }))).toBe("bcd");
  const two = clicked(one, names, 3, { ...PLAIN, adds: true });
  expect(chosen(two)).toBe("bd");
  expect(chosen(clicked(two, names, 1, { ...PLAIN, adds: true }))).toBe("d");
  expect(clicked(one, names, 9, PLAIN)).toBe(one);
});

test("arrows choose, Shift grows the range and shrinks it, Ctrl only walks", () => {
  const one = movedTo(NOTHING, names, 2, PLAIN);
  const range = movedTo(one, names, 0, { ...PLAIN, extends: true });
  expect(chosen(range)).toBe("abc");
  expect(chosen(movedTo(range, names, 1, { ...PLAIN, extends: true }))).toBe("bc");
  const walked = movedTo(one, names, 99, { ...PLAIN, adds: true });
  expect([chosen(walked), walked.cursor]).toEqual(["c", 4]);
  expect(chosen(toggled(walked, names))).toBe("cda");
  expect(chosen(all(one, names))).toBe("abcdda");
  expect(movedTo(NOTHING, [], 1, PLAIN)).toBe(NOTHING);
});

test("after the folder was read again, the cursor is where its name is", () => {
  const selection = { chosen: new Set(["b", "c"]), cursor: 2, anchor: 1 };
  expect(kept(selection, names, ["x", "c", "d"])).toEqual({
    chosen: new Set(["c"]),
    cursor: 1,
    anchor: 1,
  });
  expect(kept(selection, names, [])).toEqual({ chosen: new Set(), cursor: 0, anchor: 0 });
});

test("letters lead to the next name that begins so", () => {
  expect(found(names, "d", 0)).toBe(3);
  expect(found(names, "d", 3)).toBe(4);
  expect(found(names, "d", 4)).toBe(3);
  expect(found(names, "DA", 3)).toBe(4);
  expect(found(names, "x", 0)).toBe(-1);
});

test("folders stay first, whatever the order is", () => {
  const entries = [
    entryOf("z", "folder"),
    entryOf("file 10", "file", 1),
    entryOf("file 2", "file", 9),
    entryOf(".hidden", "file"),
  ];
  const shown = (order: string) => arranged(entries, order, false).map(({ name }) => name);
  expect(shown("")).toEqual(["z", "file 10", "file 2"]);
  expect(shown("name")).toEqual(["z", "file 2", "file 10"]);
  expect(shown("-size")).toEqual(["z", "file 2", "file 10"]);
  expect(arranged(entries, "", true)).toHaveLength(4);
});

test("a mode is written as people read it, and read back", () => {
  expect(modeText("file", 0o644)).toBe("-rw-r--r--");
  expect(modeText("folder", 0o1777)).toBe("drwxrwxrwt");
  expect(modeText("file", 0o4755)).toBe("-rwsr-xr-x");
  expect(modeText("link", 0o2644)).toBe("lrw-r-Sr--");
  expect([readMode("755"), readMode(" 0644 "), readMode("8"), readMode("")]).toEqual([
    0o755,
    0o644,
    null,
    null,
  ]);
  expect(ownerOf({ owner: "ann", group: null })).toBe("ann");
});

test("much, and every folder, is only deleted with a word", () => {
  const files = Array.from({ length: 21 }, (_, at) => entryOf(String(at), "file"));
  expect(needsWord(files)).toBe(true);
  expect(needsWord(files.slice(1))).toBe(false);
  expect(needsWord([entryOf("a", "folder")])).toBe(true);
  expect(isEditable(entryOf("a", "file", 1024 * 1024))).toBe(true);
  expect(isEditable(entryOf("a", "file", 1024 * 1024 + 1))).toBe(false);
  expect([shellOf("a.PS1"), shellOf("a.py"), shellOf("fstab")]).toEqual([
    "powershell",
    "python",
    "shell",
  ]);
});

test("a text keeps its line endings and its mark", () => {
  for (const text of ["a\r\nb\r\n", "a\nb", "\uFEFFa\r\nb", ""]) {
    const opened = openedText(text);
    expect(opened.text).not.toContain("\r");
    expect(fileText(opened.text, opened)).toBe(text);
    expect(opened.isMixed).toBe(false);
  }
  expect(openedText("a\r\nb\nc\nd")).toMatchObject({ isMixed: true, ending: "\n" });
});

test("chunks cover a file exactly, and hashes go in parts that fit into a message", () => {
  expect([0, 1, CHUNK, CHUNK + 1].map(chunksOf)).toEqual([0, 1, 1, 2]);
  expect(rangeOf(1, CHUNK + 5)).toEqual({ from: CHUNK, to: CHUNK + 5 });
  const hashes = contentOf(HASH * 5000);
  const parts = [hashText(hashes, 0), hashText(hashes, 4096)].map(fromBase64);
  expect(parts.map(({ length }) => length / HASH)).toEqual([4096, 904]);
  expect(toBase64(contentOf(20_000))).toBe(Buffer.from(contentOf(20_000)).toString("base64"));
});

test("speed is that of the last seconds, and nobody guesses without it", () => {
  const rate = new Rate();
  expect(rate.speed()).toBeNull();
  for (let second = 0; second <= 20; second += 1) rate.add(second * 100, second * 1000);
  for (let second = 21; second <= 30; second += 1) {
    rate.add(2000 + (second - 20) * 500, second * 1000);
  }
  expect(rate.speed()).toBe(500);
  rate.add(10, 31_000);
  expect(rate.speed()).toBeNull();
  expect(secondsLeft(50, 100, 10)).toBe(5);
  expect(secondsLeft(50, null, 10)).toBeNull();
  expect(secondsLeft(50, 100, 0)).toBeNull();
  expect([percentOf(1, 4), percentOf(0, 0), percentOf(1, null)]).toEqual([25, 100, null]);
});

test("folders that were chosen are made from the outermost on", () => {
  expect(foldersOf([["a", "b", "c"], ["a", "d"], ["e"]])).toEqual([["a"], ["a", "b"]]);
  expect(chosenFiles([new File([], "x")])).toMatchObject({
    folders: [],
    files: [{ names: ["x"] }],
  });
});

test("what a tab remembers of uploads is found again, and nonsense is nothing", () => {
  const stored = new Map<string, string>();
  const memory = new HashMemory({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  });
  const about = { agentId: "1", path: "/a", mark: "m", size: 5 };
  memory.keep(about, contentOf(HASH));
  memory.keep({ ...about, path: "/b" }, contentOf(HASH, 2));
  expect(memory.find("1", "/a", "m")).toEqual(contentOf(HASH));
  expect(memory.find("1", "/a", "other")).toBeNull();
  expect(memory.find("2", "/a", "m")).toBeNull();
  memory.forget(about);
  expect(memory.unfinished("1").map(({ path }) => path)).toEqual(["/b"]);
  for (const nonsense of ["{", "7", '[{"path":7},null]']) {
    for (const key of stored.keys()) stored.set(key, nonsense);
    expect(memory.unfinished("1")).toEqual([]);
  }
});
