/** Clients and sites beside the agents, as wide as the pane was last made. */
import { useLocalStorage } from "@mantine/hooks";
import classes from "./FleetPage.module.css";
import { FleetTree } from "./FleetTree";
import { agents } from "./messages";

export function TreePane() {
  const [width, setWidth] = useLocalStorage({
    key: "muster.fleet.treeWidth",
    defaultValue: 240,
    getInitialValueInEffect: false,
  });
  return (
    <aside
      className={classes.tree}
      style={{ width }}
      aria-label={agents.tree}
      onPointerUp={(event) => setWidth(event.currentTarget.offsetWidth)}
    >
      <FleetTree />
    </aside>
  );
}
