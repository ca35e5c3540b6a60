import { texts } from "../texts/texts";

export const notes = texts({
  title: "Notes",
  none: "No notes yet",
  noneHint: "What the next person should know about this computer.",
  write: "Write a note",
  add: "Add note",
  added: "The note was added.",
  saved: "The note was saved.",
  edit: "Edit this note",
  remove: "Delete this note",
  removeTitle: "Delete note",
  removed: "The note was deleted.",
  removeText: "The note is deleted permanently.",
});
