/** Tabs that are pages: each has an address, Back works, a link can name one. */
import { ScrollArea } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import classes from "./TabBar.module.css";

export interface TabLink {
  to: string;
  label: string;
  /** Stays marked on the pages below it. */
  deep?: boolean;
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
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            activeOptions={{ exact: !tab.deep, includeSearch: false }}
            className={classes.tab}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
    </ScrollArea>
  );
}
