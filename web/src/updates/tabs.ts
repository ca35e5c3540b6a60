import { fleetUpdates } from "./messages";

export const UPDATE_TABS = [
  { to: "/updates", label: fleetUpdates.byUpdate },
  { to: "/updates/agents", label: fleetUpdates.byAgent },
];
