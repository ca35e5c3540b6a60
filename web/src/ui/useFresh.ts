/** Updates an untouched form to what is stored. */
import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useEffectEvent } from "react";

/** What somebody has typed stays, whatever others save meanwhile. */
export function useFresh<Values extends object>(form: UseFormReturnType<Values>, stored: Values) {
  const text = JSON.stringify(stored);
  const renew = useEffectEvent(() => {
    if (form.isDirty()) return;
    form.setInitialValues(stored);
    form.setValues(stored);
    form.resetDirty(stored);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is what asks
  useEffect(() => renew(), [text]);
}
