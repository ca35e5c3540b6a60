/** Tabs that are pages: each has an address, Back works, a link can name one. */
import { ScrollArea, Tooltip } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import classes from "./TabBar.module.css";

export interface TabLink {
  to: string;
  label: string;
  /** Stays marked on the pages below it. */
  deep?: boolean;
  /** Why there is nothing to see; the tab stays in its position and says so. */
  blocked?: string | undefined;
}

export function TabBar({ label, tabs }: { label: string; tabs: TabLink[] }) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { width } = useViewportSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another active tab, a turned phone less room
  useEffect(() => {
    const active = bar.current?.querySelector("[data-status=active]");
    active?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname, width]);
  return (
    <ScrollArea type="never">
      <nav ref={bar} className={classes.tabs} aria-label={label}>
        {tabs.map((tab) =>
          tab.blocked ? (
            <BlockedTab key={tab.to} label={tab.label} reason={tab.blocked} />
          ) : (
            <Link
              key={tab.to}
              to={tab.to}
              activeOptions={{ exact: !tab.deep, includeSearch: false }}
              className={classes.tab}
            >
              {tab.label}
            </Link>
          ),
        )}
      </nav>
    </ScrollArea>
  );
}

/** In the order of the Tab key, so that its reason can be found; it just leads nowhere. */
function BlockedTab({ label, reason }: { label: string; reason: string }) {
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link without an address is a disabled one */}
      <a role="link" aria-disabled="true" tabIndex={0} className={classes.tab}>
        {label}
      </a>
    </Tooltip>
  );
}
