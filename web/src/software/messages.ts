import { count, texts } from "../texts/texts";

export const software = texts({
  title: "Installed software",
  name: "Name",
  version: "Version",
  publisher: "Publisher",
  installed: "Installed",
  size: "Size",
  source: "Source",
  refresh: "Refresh",
  refreshed: (items: number) => `The inventory is fresh: ${count(items, "item")}.`,
  export: "Export as CSV",
  collected: "Collected",
  never: "Never collected",
  neverHint: "Refresh asks the agent for everything that is installed.",
  offline: "The agent is offline.",
  found: (found: number) => count(found, "item"),
});
