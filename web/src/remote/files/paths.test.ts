import { expect, test } from "vitest";
import {
  COMPUTER,
  cleanedPath,
  crumbsOf,
  isName,
  isWithin,
  joined,
  nameOf,
  numbered,
  parentOf,
} from "./paths";

test("a path is put together as its system writes it", () => {
  expect(joined("/", "etc")).toBe("/etc");
  expect(joined("/etc", "ssh", "a")).toBe("/etc/ssh/a");
  expect(joined("C:\\", "Users")).toBe("C:\\Users");
  expect(joined("\\\\srv\\share\\", "a")).toBe("\\\\srv\\share\\a");
});

test("every path has a way from its root, and a root has nothing above it", () => {
  expect(parentOf("/etc/ssh")).toBe("/etc");
  expect(parentOf("/etc")).toBe("/");
  expect(parentOf("/")).toBeNull();
  expect(parentOf("C:\\Users")).toBe("C:\\");
  expect(parentOf("C:\\")).toBeNull();
  expect(parentOf("\\\\srv\\share\\a")).toBe("\\\\srv\\share\\");
  expect(parentOf("\\\\srv\\share\\")).toBeNull();
  expect(parentOf(COMPUTER)).toBeNull();
  expect([nameOf("/a/b"), nameOf("/"), nameOf("C:\\")]).toEqual(["b", "/", "C:\\"]);
  expect(crumbsOf("C:\\a\\b").map(({ path }) => path)).toEqual(["C:\\", "C:\\a", "C:\\a\\b"]);
  expect(crumbsOf("/a").map(({ name }) => name)).toEqual(["/", "a"]);
  expect(crumbsOf(COMPUTER)).toEqual([]);
});

test("what somebody typed is taken as they meant it", () => {
  expect(cleanedPath(" /etc/ ")).toBe("/etc");
  expect(cleanedPath("/")).toBe("/");
  expect(cleanedPath("///")).toBe("/");
  expect(cleanedPath("c:/Users/ann/")).toBe("c:\\Users\\ann");
  expect(cleanedPath("C:")).toBe("C:\\");
  expect(cleanedPath('"C:\\Program Files"')).toBe("C:\\Program Files");
  expect(cleanedPath("")).toBe(COMPUTER);
});

test("a name is refused before the agent has to", () => {
  for (const name of ["a", ".profile", "a:b", "a\\b"]) expect(isName(name, "/")).toBe(true);
  for (const name of ["", ".", "..", "a/b", "a\0"]) expect(isName(name, "/")).toBe(false);
  for (const name of ["a:b", "a\\b", "a.", "a ", "a?"]) expect(isName(name, "C:\\")).toBe(false);
});

test("within a folder is what is below it, and not what begins like it", () => {
  expect(isWithin("/a/b", "/a")).toBe(true);
  expect(isWithin("/ab", "/a")).toBe(false);
  expect(isWithin("/a", "/")).toBe(true);
  expect(isWithin("C:\\USERS\\x", "c:\\users")).toBe(true);
});

test("a number comes before the ending, as the agent writes it", () => {
  expect(numbered("a.txt", 2)).toBe("a (2).txt");
  expect(numbered(".profile", 3)).toBe(".profile (3)");
  expect(numbered("a.tar.gz", 2)).toBe("a.tar (2).gz");
  expect(numbered("a", 1)).toBe("a");
});
