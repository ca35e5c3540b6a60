/** Loads the dialogs that freeze and thaw when one is opened, on whatever page. */
import { lazy, Suspense } from "react";
import { useDialog } from "../ui/dialog";

const FreezeDialogs = lazy(() => import("./FreezeDialogs"));

const NAMES = ["freeze", "thaw"];

export function FreezeHost() {
  const { open } = useDialog();
  if (!open || !NAMES.includes(open.name)) return null;
  return (
    <Suspense>
      <FreezeDialogs />
    </Suspense>
  );
}
