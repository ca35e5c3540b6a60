/** Which viewer this tab of the browser was in each session, so that a reload takes over its own seat. */

const KEY = "muster.remote.viewers";
/** More sessions than anybody has open; the oldest are forgotten. */
const MOST = 50;

type Viewers = Record<string, string>;

function stored(): Viewers {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? (read as Viewers) : {};
  } catch {
    return {};
  }
}

export const formerViewers = {
  of(session: string): string | undefined {
    const viewer = stored()[session];
    return typeof viewer === "string" ? viewer : undefined;
  },

  remember(session: string, viewer: string) {
    const { [session]: _before, ...others } = stored();
    const kept = [...Object.entries(others), [session, viewer] as const].slice(-MOST);
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  },
};
