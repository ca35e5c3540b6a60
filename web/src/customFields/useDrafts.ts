/** The custom fields of a form: what is stored, what was edited, and what to send. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../api/client";
import { allEntries, changedEntries, type Drafts, initialDrafts } from "./drafts";
import { definitionsOf } from "./queries";

/** `stored`: the values there are; nothing for something new. */
export function useDrafts(
  model: Schema<"CustomFieldModel">,
  stored: Schema<"CustomFieldValue">[] | undefined,
) {
  const { data: definitions = [] } = useQuery(definitionsOf(model));
  const before = initialDrafts(definitions, stored);
  const [edited, setEdited] = useState<Drafts>({});
  const drafts = { ...before, ...edited };
  return {
    definitions,
    drafts,
    entries: stored ? changedEntries(before, drafts) : allEntries(drafts),
    isEdited: Object.keys(edited).length > 0,
    edit: setEdited,
  };
}
