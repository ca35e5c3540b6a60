/** Clients as choices of an input. */

/** All clients, and those that are chosen already but cannot be seen. */
export function clientChoices(clients: { id: number; name: string }[], chosen: number[]) {
  const known = new Set(clients.map(({ id }) => id));
  const unknown = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: `#${id}` }));
  return [...clients, ...unknown].map(({ id, name }) => ({ value: String(id), label: name }));
}
