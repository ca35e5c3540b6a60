/** Templates as choices of a select. */
import { templateChoice as words } from "./messages";

interface Named {
  id: number;
  name: string;
  is_active: boolean;
}

/** By name; one that is set but cannot be read stays as it is. */
export function templateChoices(all: Named[], chosen: number | null | undefined) {
  const choices = all
    .map(({ id, name, is_active }) => ({
      value: String(id),
      label: is_active ? name : words.inactive(name),
    }))
    .sort((left, right) => left.label.localeCompare(right.label));
  const isKnown = chosen === null || chosen === undefined || all.some(({ id }) => id === chosen);
  return isKnown ? choices : [{ value: String(chosen), label: words.unknown(chosen) }, ...choices];
}
