import { expect, test } from "vitest";
import { parseDialog } from "../ui/dialog";
import { parseSearch, stringifySearch } from "./address";

test("filters and dialogs stand in the address as plain words", () => {
  const address = stringifySearch({ search: "disk C", dialog: "edit-site:7", view: undefined });
  expect(address).toBe("?search=disk+C&dialog=edit-site:7");
  expect(parseSearch(address)).toEqual({ search: "disk C", dialog: "edit-site:7" });
});

test("numbers stay text, so that a host called 007 is found", () => {
  expect(parseSearch("?search=007")).toEqual({ search: "007" });
});

test("a dialog names itself and what it is about", () => {
  expect(parseDialog("edit-site:7")).toEqual({ name: "edit-site", subject: "7" });
  expect(parseDialog("create")).toEqual({ name: "create", subject: null });
  expect(parseDialog(undefined)).toBeNull();
});
