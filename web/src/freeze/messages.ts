import { texts } from "../texts/texts";

export const freeze = texts({
  everything: (by: string) => `Everything was frozen by ${by}: nothing begins on any computer.`,
  client: (name: string, by: string) =>
    `${name} was frozen by ${by}: nothing begins on its computers.`,
  requested: (by: string) => `${by} asked for the thaw: another superuser has to confirm it.`,
  freeze: "Freeze",
  freezeTitle: "Freeze computers",
  freezeText:
    "No command, script, task or update begins on these computers until superusers thaw them. What runs already is not ended.",
  where: "Where",
  everywhere: "Everywhere",
  thaw: "Thaw",
  thawTitle: "Thaw computers",
  thawText:
    "What waits begins now, and missed tasks run late if they are set to. Where there are two superusers, both have to thaw.",
  onlySuperusers: "Only superusers may do this.",
});
