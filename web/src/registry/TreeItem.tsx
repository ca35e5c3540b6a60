/** A row of the tree, with what is below it. */
import type { ReactNode } from "react";
import classes from "./KeyTree.module.css";
import type { TreeState } from "./treeState";

interface TreeItemProps {
  id: string;
  label: string;
  level: number;
  state: TreeState;
  path?: string;
  selected?: boolean;
  /** Whether it is open, if there is anything to open. */
  open?: boolean;
  onChoose: (() => void) | undefined;
  below?: ReactNode;
  children: ReactNode;
}

export function TreeItem({
  id,
  label,
  level,
  state,
  onChoose,
  below,
  children,
  ...item
}: TreeItemProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <li
      role="treeitem"
      aria-label={label}
      aria-level={level}
      aria-selected={item.selected ?? false}
      aria-expanded={item.open}
      aria-disabled={onChoose === undefined || undefined}
      tabIndex={id === state.focused || level === 1 ? 0 : -1}
      data-path={item.path}
      onFocus={(event) => {
        if (event.target === event.currentTarget) state.focus(id);
      }}
      onClick={(event) => {
        event.stopPropagation();
        state.focus(id);
        onChoose?.();
      }}
    >
      <div
        className={classes.row}
        data-row
        data-chosen={item.selected || undefined}
        style={{ paddingLeft: 4 + (level - 1) * 14 }}
      >
        {children}
      </div>
      {below}
    </li>
  );
}
