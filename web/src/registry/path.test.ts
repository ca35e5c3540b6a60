import { expect, test } from "vitest";
import { registry as words } from "./messages";
import {
  childOf,
  isBelow,
  keysAbove,
  nameOf,
  normalised,
  parentOf,
  ROOT,
  whyFixed,
  whyNoKeys,
} from "./path";

const SOFTWARE = "Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE";

test("a path leads to the key above it, and to those in it", () => {
  expect(childOf(ROOT, "HKEY_USERS")).toBe("Computer\\HKEY_USERS");
  expect(nameOf(SOFTWARE)).toBe("SOFTWARE");
  expect(parentOf(SOFTWARE)).toBe("Computer\\HKEY_LOCAL_MACHINE");
  expect([nameOf(ROOT), parentOf(ROOT)]).toEqual([ROOT, ROOT]);
  expect(keysAbove(SOFTWARE)).toEqual(["Computer\\HKEY_LOCAL_MACHINE", ROOT]);
  expect(keysAbove(ROOT)).toEqual([]);
  expect(isBelow(`${SOFTWARE}\\Acme`, SOFTWARE.toLowerCase())).toBe(true);
  expect(isBelow(SOFTWARE, SOFTWARE)).toBe(false);
  expect(isBelow(`${SOFTWARE}X`, SOFTWARE)).toBe(false);
});

test("what people paste becomes a full path", () => {
  for (const typed of [
    "HKLM\\SOFTWARE",
    " hklm\\SOFTWARE\\ ",
    "hkey_local_machine\\SOFTWARE",
    "computer\\HKLM\\\\SOFTWARE",
    "HKLM:\\SOFTWARE",
    '"HKEY_LOCAL_MACHINE\\SOFTWARE"',
    "[HKEY_LOCAL_MACHINE\\SOFTWARE]",
    "Registry::HKEY_LOCAL_MACHINE\\SOFTWARE",
    "Microsoft.PowerShell.Core\\Registry::HKEY_LOCAL_MACHINE\\SOFTWARE",
  ]) {
    expect(normalised(typed), typed).toBe(SOFTWARE);
  }
  for (const typed of ["", " ", "computer", "Computer\\"]) expect(normalised(typed)).toBe(ROOT);
  // The server says what is wrong with it.
  expect(normalised("nonsense\\a")).toBe("Computer\\NONSENSE\\a");
});

test("what Windows keeps is left as it is", () => {
  for (const path of [ROOT, "Computer\\HKEY_USERS", SOFTWARE, "Computer\\HKEY_CLASSES_ROOT"]) {
    expect(whyFixed(path), path).toBe(words.isHive);
  }
  expect(whyFixed(`${SOFTWARE}\\Acme`)).toBeUndefined();
  expect(whyFixed("Computer\\HKEY_CURRENT_USER\\Software")).toBeUndefined();
  expect(whyNoKeys(ROOT)).toBe(words.holdsHives);
  expect(whyNoKeys("Computer\\HKEY_USERS")).toBe(words.holdsHives);
  expect(whyNoKeys("Computer\\HKEY_CLASSES_ROOT")).toBeUndefined();
  expect(whyNoKeys(SOFTWARE)).toBeUndefined();
});
