import { texts } from "../texts/texts";

export const pendingActions = texts({
  title: "Pending actions",
  about: "What waits for agents that are away, and what is planned for later.",
  none: "Nothing is waiting",
  noneHint: "Scripts for offline agents and planned reboots appear here until they are done.",
  what: "What",
  agent: "Agent",
  place: "Client and site",
  status: "Status",
  due: "Due",
  since: "Since",
  statuses: {
    pending: "Waiting",
    completed: "Done",
    failed: "Failed",
    cancelled: "Cancelled",
    expired: "Expired",
  } as Record<string, string>,
  show: { pending: "Waiting", all: "With finished ones" },
  cancel: "Cancel",
  cancelLabel: (what: string) => `Cancel: ${what}`,
  cancelled: "It was cancelled.",
});
