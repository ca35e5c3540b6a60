/** What a search leaves of the groups. */
import type { Group } from "./groups";
import type { Row } from "./rows";

/** A group whose title or note matches stays whole, of others the rows that match. */
export function narrowed(groups: Group[], search: string): Group[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return groups;
  const matches = (text: string) => text.toLowerCase().includes(wanted);
  return groups.flatMap((group) => {
    const about = `${group.title} ${group.id} ${group.note?.reason ?? ""}`;
    if (matches(about)) return [group];
    const rows = group.rows.filter((row) => matches(textOf(row)));
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}

function textOf({ facts }: Row): string {
  return facts.map(({ label, text }) => `${label} ${text}`).join("\n");
}
