/** The files of a folder. Only the rows on the screen are drawn: a folder may hold thousands. */
import { useElementSize, useMergedRef } from "@mantine/hooks";
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { FileRow } from "./FileRow";
import classes from "./Files.module.css";
import { FileTableHead } from "./FileTableHead";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { clicked } from "./selection";
import type { Commands } from "./useCommands";
import type { Panel } from "./usePanel";
import { useTableKeys } from "./useTableKeys";

interface FileTableProps {
  files: FileSession;
  panel: Panel;
  commands: Commands;
  /** The folder over which something is dragged. */
  target: string | null;
  /** Why there are no rows: the keys work all the same. */
  children: ReactNode;
}

const HEAD = 30;
/** As in the style sheet. */
const NARROW = 620;
const BEYOND = 4;

export function FileTable({ files, panel, commands, target, children }: FileTableProps) {
  const { rows, names, selection, select, setMenu } = panel;
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width, height } = useElementSize();
  const box = useMergedRef(scroller, ref);
  const [top, setTop] = useState(0);
  const id = useId();
  const row = width > 0 && width <= NARROW ? 48 : 30;
  const seen = Math.max(0, height - HEAD);
  const first = Math.max(0, Math.min(Math.floor(top / row), rows.length) - BEYOND);
  const shown = rows.slice(first, Math.ceil((top + seen) / row) + BEYOND);

  const { visit } = panel.status;
  // Newer browsers return a promise from scrolling, which is nothing to clean up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder begins at its beginning
  useEffect(() => void scroller.current?.scrollTo({ top: 0 }), [visit]);

  const reveal = (index: number) => {
    const { current } = scroller;
    if (!current) return;
    const above = index * row;
    if (current.scrollTop > above) current.scrollTop = above;
    else current.scrollTop = Math.max(current.scrollTop, above + row - seen);
  };
  const spot = () => {
    const { left = 0, top: above = 0 } = scroller.current?.getBoundingClientRect() ?? {};
    return { x: left + 40, y: above + HEAD + (selection.cursor + 1) * row - top };
  };
  const page = Math.max(1, Math.floor(seen / row) - 1);
  const onKeyDown = useTableKeys({ files, panel, commands, page, spot, reveal });

  const press = (event: MouseEvent, index: number) => {
    const modifiers = { adds: event.ctrlKey || event.metaKey, extends: event.shiftKey };
    select(clicked(selection, names, index, modifiers));
    // A finger has no double click: it opens folders, and chooses the rest.
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === "touch";
    if (isTouch && rows[index]?.kind === "folder") commands.open(rows[index]);
  };
  const openMenu = (event: MouseEvent) => {
    // With Shift the browser's own menu opens, as everywhere.
    if (event.shiftKey) return;
    event.preventDefault();
    const index = rowOf(event);
    const name = names[index];
    if (name !== undefined && !selection.chosen.has(name)) {
      select(clicked(selection, names, index, { adds: false, extends: false }));
    }
    setMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table whose rows are chosen, and drawn only where they are seen
    <div
      ref={box}
      className={classes.scroller}
      style={{ "--row": `${row}px` } as CSSProperties}
      role="grid"
      aria-label={words.table(panel.status.path || words.computer)}
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={rows.length > 0 ? `${id}-${selection.cursor}` : undefined}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onContextMenu={openMenu}
    >
      <FileTableHead panel={panel} />
      {rows.length === 0 && children}
      <div style={{ height: rows.length * row }} role="presentation">
        {/* biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to */}
        <div role="rowgroup" style={{ transform: `translateY(${first * row}px)` }}>
          {shown.map((entry, at) => (
            <FileRow
              key={entry.name}
              id={`${id}-${first + at}`}
              entry={entry}
              index={first + at}
              files={files}
              panel={panel}
              isTarget={entry.kind === "folder" && files.pathOf(entry.name) === target}
              onPress={press}
              onOpen={commands.open}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Which row something happened on; -1 when on none. */
export function rowOf(event: { target: EventTarget }): number {
  const row = (event.target as Element).closest("[data-row]");
  return row ? Number(row.getAttribute("data-row")) : -1;
}
