/** An API key as its form holds it. */

export interface ApiKeyValues {
  name: string;
  user: string | null;
  expiration: string;
  read_only: boolean;
  rights: string[];
  clients: string[];
  sites: string[];
  networks: string[];
}

/** The time as the browser's input wants it: local, without a zone. */
export function localTime(time: string | null | undefined): string {
  if (!time) return "";
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function apiKeyBody(values: ApiKeyValues) {
  return {
    name: values.name,
    expiration: values.expiration ? new Date(values.expiration).toISOString() : null,
    read_only: values.read_only,
    rights: values.rights,
    clients: values.clients.map(Number),
    sites: values.sites.map(Number),
    networks: values.networks,
    ...(values.user && { user: Number(values.user) }),
  };
}
