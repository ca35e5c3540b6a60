/** Output with its colours. Complete lines are rendered once. */
import { memo, useMemo, useRef } from "react";
import { paint } from "../terminal/colors";
import type { Segment } from "../terminal/line";
import { Terminal } from "../terminal/terminal";
import classes from "./OutputPane.module.css";

export function OutputText({ text }: { text: string }) {
  const blocks = useBlocks(text);
  return blocks.map((segments, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
    <Block key={at} segments={segments} />
  ));
}

/** Continues where it was; another text is parsed from its beginning. */
function useBlocks(text: string) {
  const read = useRef({ text: "", terminal: new Terminal() });
  return useMemo(() => {
    if (!text.startsWith(read.current.text)) read.current = { text: "", terminal: new Terminal() };
    read.current.terminal.write(text.slice(read.current.text.length));
    read.current.text = text;
    return read.current.terminal.blocks();
  }, [text]);
}

const Block = memo(({ segments }: { segments: readonly Segment[] }) => (
  <span className={classes.block}>
    {segments.map(({ text, style }, at) =>
      style ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
        <span key={at} style={paint(style)}>
          {text}
        </span>
      ) : (
        text
      ),
    )}
  </span>
));
