import { texts } from "../texts/texts";

export const keyStore = texts({
  title: "Key store",
  about: "Values that scripts use as {{global.name}}. A secret one is never shown again.",
  none: "The key store is empty",
  noneHint: "Keep what several scripts need, like a licence key, in one place.",
  add: "Add a key",
  edit: (name: string) => `Edit ${name}`,
  name: "Name",
  value: "Value",
  secret: "Secret",
  secretHint: "Nobody can read the value here; scripts still get it.",
  keep: "Empty: the value stays as it is.",
  hidden: "hidden",
  changed: "Changed",
  by: "by",
  saved: (name: string) => `${name} was saved.`,
  remove: "Delete key",
  removeText: "Scripts that use this key fail from now on.",
  removed: (name: string) => `${name} was deleted.`,
});
