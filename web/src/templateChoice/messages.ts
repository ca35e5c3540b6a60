import { texts } from "../texts/texts";

export const templateChoice = texts({
  label: "Alert template",
  hint: "Decides who is notified of alerts, and what runs. A template that is set closer to the agent wins.",
  none: "None",
  inactive: (name: string) => `${name} (not active)`,
  unknown: (id: number) => `Template ${id}`,
  open: (name: string) => `Open ${name}`,
  manage: "Alert templates",
});
