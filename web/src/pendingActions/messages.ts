import { texts } from "../texts/texts";

export const pendingActions = texts({
  title: "Pending actions",
  about: "Actions that wait for offline agents or are scheduled for later.",
  none: "Nothing is waiting",
  noneHint: "Scripts for offline agents and scheduled reboots appear here until they are done.",
  what: "Action",
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
  show: { pending: "Waiting", all: "All" },
  cancel: "Cancel",
  cancelLabel: (what: string) => `Cancel: ${what}`,
  cancelled: "The action was cancelled.",
});
