/** Choices of a select that always include what is chosen. */

interface Choice {
  value: string;
  label: string;
}

/** The choices and, at their end, a chosen one that is not among them. */
export function withChosen(data: Choice[], chosen: string | null, name: string | null | undefined) {
  if (chosen === null || data.some(({ value }) => value === chosen)) return data;
  return [...data, { value: chosen, label: name ?? `#${chosen}` }];
}
