/** Where an entry belongs. */

interface Place {
  name?: string;
  client_name?: string;
}

/** Client and site; older servers name the site only. */
export function placeOf({ site }: { site?: unknown }): string | null {
  if (!site) return null;
  if (typeof site === "string") return site;
  const { name, client_name: client } = site as Place;
  return [client, name].filter(Boolean).join(" · ") || null;
}
