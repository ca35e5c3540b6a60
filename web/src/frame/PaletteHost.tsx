/** Opens the palette; its code is loaded the first time. */
import { Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { IconAction } from "../ui/actions";
import { paletteKeys } from "./keys";
import { frame } from "./messages";
import classes from "./Shell.module.css";

const Palette = lazy(() => import("./palette/Palette"));

let asked = 0;
const watchers = new Set<() => void>();

export function openPalette() {
  asked += 1;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

export function PaletteHost() {
  const times = useSyncExternalStore(watch, () => asked);
  if (times === 0) return null;
  return (
    <Suspense>
      <Palette asked={times} />
    </Suspense>
  );
}

export function PaletteButton() {
  return (
    <UnstyledButton className={classes.palette} onClick={openPalette} visibleFrom="xs">
      <span style={{ display: "inline-flex", alignItems: "center", gap: 8 }}>
        <IconSearch size={15} /> {frame.searchEverything}
      </span>
      <Kbd size="xs">{paletteKeys()}</Kbd>
    </UnstyledButton>
  );
}

/** The same where there is no room for words. */
export function PaletteIcon() {
  return (
    <IconAction label={frame.searchEverything} size="lg" hiddenFrom="xs" onClick={openPalette}>
      <IconSearch size={18} />
    </IconAction>
  );
}
