/** Loads the dialogs about alerts when one is opened: the bell is on every page. */
import { lazy, Suspense } from "react";
import { useDialog } from "../ui/dialog";

const AlertDialogs = lazy(() => import("./AlertDialogs"));

const NAMES = ["raise-alert", "acknowledge-alert", "snooze-alert", "delete-alert"];

export function AlertHost() {
  const { open } = useDialog();
  if (!open || !NAMES.includes(open.name)) return null;
  return (
    <Suspense>
      <AlertDialogs />
    </Suspense>
  );
}
