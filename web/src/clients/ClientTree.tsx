/** Clients and sites as a tree, with the number and the health of their agents. */
import { Tree, useTree } from "@mantine/core";
import { IconBuilding, IconChevronRight, IconMapPin, IconWorld } from "@tabler/icons-react";
import { useMemo } from "react";
import { formatNumber } from "../texts/format";
import type { Spot } from "../ui/SpotMenu";
import { Dot } from "../ui/Status";
import classes from "./ClientTree.module.css";
import type { Health } from "./health";
import { clients as words } from "./messages";
import type { Client } from "./queries";
import { choiceOf, type NodeProps, nodeOf, type TreeChoice, treeNodes } from "./treeNodes";

interface ClientTreeProps {
  clients: Client[];
  choice: TreeChoice;
  onChoose: (choice: TreeChoice) => void;
  /** The menu of a client or site was asked for. */
  onMenu: (choice: TreeChoice, spot: Spot) => void;
}

const ICONS = { all: IconWorld, client: IconBuilding, site: IconMapPin };

export function ClientTree({ clients, choice, onChoose, onMenu }: ClientTreeProps) {
  // The tree resets with every new array.
  const data = useMemo(() => treeNodes(clients), [clients]);
  const chosen = nodeOf(choice);
  const parent = clients.find((client) => client.sites.some((site) => site.id === choice.site));
  const tree = useTree({
    initialExpandedState: parent ? { [nodeOf({ client: parent.id })]: true } : {},
  });
  return (
    <Tree
      data={data}
      tree={tree}
      aria-label={words.title}
      onKeyDown={(event) => {
        const node = nodeAt(event.target);
        if (node && event.key === "Enter") onChoose(choiceOf(node));
      }}
      onContextMenu={(event) => {
        const node = nodeAt(event.target);
        if (!node || node === "all" || event.shiftKey) return;
        event.preventDefault();
        onMenu(choiceOf(node), { x: event.clientX, y: event.clientY });
      }}
      levelOffset={0}
      expandOnClick={false}
      renderNode={({ node, level, expanded, hasChildren, elementProps }) => (
        // Plain elements: there may be hundreds of clients.
        // biome-ignore lint/a11y/noStaticElementInteractions: the tree item around it has the role
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
        <div
          {...elementProps}
          className={`${elementProps.className} ${classes.node}`}
          data-chosen={node.value === chosen || undefined}
          data-inner={level > 1 || undefined}
          onClick={() => onChoose(choiceOf(node.value))}
        >
          {level === 1 && (
            <IconChevronRight
              size={15}
              className={classes.arrow}
              data-open={expanded || undefined}
              data-leaf={!hasChildren || undefined}
              onClick={(event) => {
                event.stopPropagation();
                tree.toggleExpanded(node.value);
              }}
            />
          )}
          <NodeText label={String(node.label)} {...(node.nodeProps as NodeProps)} />
        </div>
      )}
    />
  );
}

/** The node an event was for. */
function nodeAt(target: EventTarget): string | null {
  return (target as Element).closest("[data-value]")?.getAttribute("data-value") ?? null;
}

/** The colour for the eye, the words for everyone else. */
function HealthDot({ tone, label }: Health) {
  return (
    <span title={label} role="img" aria-label={label}>
      <Dot tone={tone} />
    </span>
  );
}

function NodeText({ label, count, health, icon }: NodeProps & { label: string }) {
  const Icon = ICONS[icon];
  return (
    <>
      <Icon size={16} stroke={1.6} className={classes.icon} />
      <span className={classes.label}>{label}</span>
      {health && <HealthDot {...health} />}
      <span className={classes.count}>{formatNumber(count)}</span>
    </>
  );
}
