import { expect, test } from "vitest";
import { titleOf } from "./title";

test("an alert is called by its check or task, unless the message says it", () => {
  const message = "Connection refused";
  expect(titleOf({ message, check_name: "Shop" })).toBe("Shop: Connection refused");
  expect(titleOf({ message, task_name: "Backup" })).toBe("Backup: Connection refused");
  expect(titleOf({ message: "The shop is closed", check_name: "shop" })).toBe("The shop is closed");
  expect(titleOf({ message, check_name: null, task_name: "" })).toBe("Connection refused");
});
