/**
 * Dialogs have addresses: `?dialog=edit-site:7`. Opening one is a step in the
 * history, so Back closes it and a link opens it.
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

export interface OpenDialog {
  name: string;
  /** What it is about: an id, or nothing. */
  subject: string | null;
}

export function parseDialog(text: string | undefined): OpenDialog | null {
  if (!text) return null;
  const [name = "", ...rest] = text.split(":");
  return { name, subject: rest.length > 0 ? rest.join(":") : null };
}

export function useDialog() {
  const search = useSearch({ strict: false }) as { dialog?: string };
  const navigate = useNavigate();
  const open = parseDialog(search.dialog);

  const go = useCallback(
    (dialog: string | undefined) => {
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, dialog }),
        // Opening adds a step; closing takes none away that is not there.
        replace: dialog === undefined,
      });
    },
    [navigate],
  );
  const show = useCallback(
    (name: string, subject?: string | number) =>
      go(subject === undefined ? name : `${name}:${subject}`),
    [go],
  );
  const close = useCallback(() => go(undefined), [go]);
  return { open, show, close };
}
