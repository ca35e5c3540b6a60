/** One file or folder in the table. */
import {
  IconFile,
  IconFolder,
  IconLink,
  IconPlugConnected,
  type TablerIcon,
} from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { formatBytes, formatMoment } from "../../texts/format";
import { beginDrag, endDrag } from "./dragging";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { modeText, ownerOf } from "./rows";
import type { Panel } from "./usePanel";
import type { Entry, EntryKind } from "./wire";

interface FileRowProps {
  id: string;
  entry: Entry;
  index: number;
  files: FileSession;
  panel: Panel;
  isTarget: boolean;
  onPress: (event: MouseEvent, index: number) => void;
  onOpen: (entry: Entry) => void;
}

const ICONS: Record<EntryKind, TablerIcon> = {
  file: IconFile,
  folder: IconFolder,
  link: IconLink,
  other: IconPlugConnected,
};

export function FileRow({ id, entry, index, files, panel, isTarget, ...on }: FileRowProps) {
  const { selection, targets } = panel;
  const isChosen = selection.chosen.has(entry.name);
  const { size, modified, mode, owner } = cellsOf(entry, files.folder === null);
  const Icon = ICONS[entry.kind];
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      id={id}
      role="row"
      className={classes.row}
      data-row={index}
      data-chosen={isChosen || undefined}
      data-cursor={selection.cursor === index || undefined}
      data-faded={entry.hidden || !entry.readable || undefined}
      data-target={isTarget || undefined}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      draggable
      onClick={(event) => on.onPress(event, index)}
      onDoubleClick={() => on.onOpen(entry)}
      onDragStart={(event) => beginDrag(event, files, isChosen ? targets : [entry])}
      onDragEnd={endDrag}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div role="gridcell" className={`${classes.cell} ${classes.name}`} title={tipOf(entry)}>
        <Icon size={18} role="img" aria-label={words.kinds[entry.kind]} />
        <span className={classes.label}>
          {entry.name}
          <span className={classes.under}>{[size, modified].filter(Boolean).join(" · ")}</span>
        </span>
      </div>
      <Cell text={size} className={classes.right} />
      <Cell text={modified} />
      <Cell text={mode} className={classes.mono} />
      <Cell text={owner} />
    </div>
  );
}

function Cell({ text, className = "" }: { text: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="gridcell" className={`${classes.cell} ${classes.wide} ${className}`} title={text}>
      {text}
    </div>
  );
}

function cellsOf(entry: Entry, isDisk: boolean) {
  const { kind, size, modified, mode, read_only: isReadOnly } = entry;
  const bytes = kind === "file" ? formatBytes(size) : "";
  return {
    size: isDisk && size > 0 ? words.free(formatBytes(size)) : bytes,
    modified: modified ? formatMoment(modified) : "",
    mode: mode === null ? (isReadOnly ? words.readOnly : "") : modeText(kind, mode),
    owner: ownerOf(entry),
  };
}

const tipOf = ({ name, target }: Entry) =>
  target === null ? name : `${name}\n${words.linkTo(target)}`;
