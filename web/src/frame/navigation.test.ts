import { expect, test } from "vitest";
import { closedPage, navigation, openTo } from "./navigation";

const labels = (rights: string[]) =>
  openTo(navigation, (right) => rights.includes(right)).map(({ label }) => label);

test("a group of the menu without a page is not there", () => {
  expect(labels([])).toEqual([]);
  expect(labels(["can_list_agents"])).toEqual(["Fleet"]);
  expect(labels(["can_list_api_keys", "can_list_scripts"])).toEqual(["Automation", "Settings"]);
});

test("a page somebody has no right to is known by its address and those below", () => {
  const may = (right: string) => right === "can_list_scripts";
  expect(closedPage("/agents", may)?.label).toBe("Agents");
  expect(closedPage("/agents/abc/run", may)?.label).toBe("Agents");
  expect(closedPage("/scripts/7", may)).toBeUndefined();
  expect(closedPage("/account", may)).toBeUndefined();
});
