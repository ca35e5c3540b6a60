/** One key in the tree, and when it is open the keys in it, page by page. */
import { IconChevronRight, IconDeviceDesktop, IconFolder } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../api/problem";
import { formatNumber } from "../texts/format";
import { sentence } from "../texts/texts";
import classes from "./KeyTree.module.css";
import { registry as words } from "./messages";
import { childOf, idOf, nameOf, ROOT } from "./path";
import { registryQuery } from "./queries";
import { TreeItem } from "./TreeItem";
import type { TreeState } from "./treeState";

interface KeyNodeProps {
  path: string;
  level: number;
  hasSubkeys: boolean;
  state: TreeState;
}

export function KeyNode({ path, level, hasSubkeys, state }: KeyNodeProps) {
  const isOpen = hasSubkeys && state.isOpen(path);
  const isSelected = idOf(path) === idOf(state.selected);
  const Icon = path === ROOT ? IconDeviceDesktop : IconFolder;
  return (
    <TreeItem
      id={idOf(path)}
      label={nameOf(path)}
      path={path}
      level={level}
      state={state}
      selected={isSelected}
      {...(hasSubkeys && { open: isOpen })}
      onChoose={() => state.select(path)}
      below={isOpen && <Subkeys path={path} level={level + 1} state={state} />}
    >
      <IconChevronRight
        size={15}
        className={classes.arrow}
        data-open={isOpen || undefined}
        data-leaf={!hasSubkeys || undefined}
        onClick={(event) => {
          event.stopPropagation();
          if (hasSubkeys) state.toggle(path, !isOpen);
        }}
      />
      <Icon size={16} stroke={1.6} className={classes.icon} />
      {nameOf(path)}
    </TreeItem>
  );
}

function Subkeys({ path, level, state }: Omit<KeyNodeProps, "hasSubkeys">) {
  const [pages, setPages] = useState(1);
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...registryQuery(state.agentId, path, page + 1),
      enabled: state.online,
    })),
  });
  const subkeys = queries.flatMap(({ data }) => data?.subkeys ?? []);
  const all = queries.at(-1)?.data?.subkey_count ?? 0;
  const failed = queries.find(({ isError, data }) => isError && !data);
  const shared = { path, level, state };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of the tree, and no fieldset
    <ul role="group">
      {subkeys.map(({ name, hasSubkeys }) => (
        <KeyNode
          key={name}
          path={childOf(path, name)}
          level={level}
          hasSubkeys={hasSubkeys}
          state={state}
        />
      ))}
      {failed ? (
        <Extra {...shared} onChoose={() => void failed.refetch()}>
          {sentence(Problem.from(failed.error).message)}
        </Extra>
      ) : (
        queries.some(({ isLoading }) => isLoading) && <Extra {...shared}>{words.waiting}</Extra>
      )}
      {all > subkeys.length && !failed && (
        <Extra {...shared} onChoose={() => setPages(pages + 1)}>
          {words.more(formatNumber(subkeys.length), formatNumber(all))}
        </Extra>
      )}
    </ul>
  );
}

interface ExtraProps extends Omit<KeyNodeProps, "hasSubkeys"> {
  onChoose?: () => void;
  children: string;
}

/** What is no key: that some are on their way, why there are none, that there are more. */
function Extra({ path, onChoose, children, ...others }: ExtraProps) {
  return (
    <TreeItem {...others} id={`${idOf(path)}\\ ${children}`} label={children} onChoose={onChoose}>
      <span className={classes.extra}>{children}</span>
    </TreeItem>
  );
}
