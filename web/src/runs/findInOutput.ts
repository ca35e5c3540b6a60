/** Finds text in the output on the screen. */

/** More matches than this are not reported. */
export const MOST_FOUND = 2_000;

/** Start and end of each match, ignoring case. */
export function matchesIn(text: string, words: string): [from: number, to: number][] {
  if (words === "") return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  const places: [number, number][] = [];
  for (const match of text.matchAll(pattern)) {
    places.push([match.index, match.index + match[0].length]);
    if (places.length === MOST_FOUND) break;
  }
  return places;
}

/** The same as ranges of the page. */
export function rangesIn(frame: Node, words: string): Range[] {
  const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; from: number; to: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const from = text.length;
    text += node.nodeValue ?? "";
    nodes.push({ node, from, to: text.length });
  }
  let at = 0;
  return matchesIn(text, words).flatMap(([from, to]) => {
    while ((nodes[at]?.to ?? text.length) <= from && at < nodes.length) at += 1;
    const first = nodes[at];
    const last = nodes.slice(at).find((one) => one.to >= to);
    if (!first || !last) return [];
    const range = new Range();
    range.setStart(first.node, from - first.from);
    range.setEnd(last.node, to - last.from);
    return [range];
  });
}
