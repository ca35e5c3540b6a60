import { expect, test } from "vitest";
import { copyText } from "./copyText";
import { groupsOf } from "./groups";
import { LINUX, WINDOWS } from "./samples";
import { narrowed } from "./search";

const windows = groupsOf(WINDOWS);

const found = (search: string) =>
  narrowed(windows, search).map(({ title, rows }) => [title, rows.length]);

function copied(title: string): string {
  const group = [...windows, ...groupsOf(LINUX)].find((one) => one.title === title);
  if (!group) throw new Error(`there is no group ${title}`);
  return copyText(group).replaceAll("\u00a0", " ");
}

test("a search leaves the rows that match, in any of their fields", () => {
  expect(found(" s-1-5-21-1-2-3-1001 ")).toEqual([["Local users", 1]]);
  expect(found("contoso hdd")).toEqual([["Physical disks", 1]]);
  expect(found("")).toHaveLength(windows.length);
  expect(found("nothing of the kind")).toEqual([]);
});

test("a group that is meant itself stays whole, by its title, its name or its reason", () => {
  expect(found("disk encryption")).toEqual([["Disk encryption", 3]]);
  expect(found("local_users")).toEqual([["Local users", 2]]);
  expect(found("denies access")).toEqual([["TPM", 0]]);
});

test("facts, tables and lists are copied with tabs between their cells", () => {
  expect(copied("BIOS")).toBe(
    "Manufacturer\tContoso\nRelease date\tMay 12, 2024\nBIOS version\t1.9\n",
  );
  expect(copied("Local users")).toBe(
    "Name\tSID\tDisabled\tPassword required\tFull name\n" +
      "Administrator\tS-1-5-21-1-2-3-500\tyes\tyes\t\n" +
      "anna\tS-1-5-21-1-2-3-1001\tno\t\tAnna Adler\n",
  );
  expect(copied("Local addresses")).toBe("10.0.0.7\n");
  expect(copied("TPM")).toBe("Unknown\tWMI denies access to Win32_Tpm.\n");
});

test("a value with tabs or lines stays one cell", () => {
  const [group] = groupsOf({ odd: [{ Name: "a\tb\r\nc" }] });
  expect(group && copyText(group)).toBe("Name\ta b c\n");
});
