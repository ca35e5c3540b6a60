interface SiteNames {
  name?: string;
  client_name?: string;
}

/** Client and site; older servers name the site only. */
export function clientAndSite({ site }: { site?: unknown }): string | null {
  if (!site) return null;
  if (typeof site === "string") return site;
  const { name, client_name: client } = site as SiteNames;
  return [client, name].filter(Boolean).join(" · ") || null;
}
