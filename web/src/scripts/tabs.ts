import { scripts } from "./messages";

export const LIBRARY_TABS = [
  { to: "/scripts", label: scripts.library },
  { to: "/scripts/snippets", label: scripts.snippets },
];
