import { expect, test } from "vitest";
import { tabAt, titleOf } from "./title";

const tabs = [
  { to: "/agents/a", label: "Overview" },
  { to: "/agents/a/updates", label: "Updates" },
  { to: "/agents/a/tasks", label: "Tasks" },
];

test("each tab has a title of its own", () => {
  const titles = ["", "/updates", "/tasks/7"].map((rest) =>
    titleOf(tabAt(`/agents/a${rest}`, tabs), "vm"),
  );
  expect(titles).toEqual([
    "Overview · vm · Muster",
    "Updates · vm · Muster",
    "Tasks · vm · Muster",
  ]);
});

test("an address without a tab is called by its page alone", () => {
  expect(titleOf(tabAt("/agents/ab", tabs), "vm")).toBe("vm · Muster");
});
