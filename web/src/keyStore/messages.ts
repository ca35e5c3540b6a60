import { count, texts } from "../texts/texts";

export const keyStore = texts({
  title: "Key store",
  about: "Values that scripts use as {{global.name}}. Secret values are never shown again.",
  none: "The key store is empty",
  noneHint: "Keep values that several scripts need, such as a licence key, in one place.",
  add: "Add a key",
  edit: (name: string) => `Edit ${name}`,
  name: "Name",
  value: "Value",
  secret: "Secret",
  secretHint: "Nobody can read it here, and it is masked in output. Scripts can still use it.",
  clients: "Only on agents of these clients",
  clientsHint: "Empty for all clients.",
  scripts: "Only in these scripts",
  scriptsHint: "Empty for all scripts.",
  adhoc: "In code written for one run",
  adhocHint: "For people who may see the key store.",
  use: "May be used",
  everywhere: "everywhere",
  limited: (clients: number, scripts: number) =>
    [clients && count(clients, "client"), scripts && count(scripts, "script")]
      .filter(Boolean)
      .join(", "),
  keep: "Leave empty to keep the current value.",
  hidden: "Hidden",
  changed: "Changed",
  by: "by",
  saved: (name: string) => `${name} was saved.`,
  remove: "Delete key",
  removeText: "Scripts that use this key fail from now on.",
  removed: (name: string) => `${name} was deleted.`,
});
