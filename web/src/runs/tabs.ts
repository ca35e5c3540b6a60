import { runs } from "./messages";

export const RUN_TABS = [
  { to: "/runs", label: runs.title },
  { to: "/bulk", label: runs.bulk },
];
