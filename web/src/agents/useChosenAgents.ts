/** Which agents are chosen and how far the table is scrolled, restored on Back. */
import { useEffect, useMemo, useState } from "react";
import type { Chosen } from "../ui/grid/selection";
import type { GridPosition } from "../ui/grid/useViewport";
import { Memory, useMemory } from "../ui/memory";
import type { AgentRow } from "./fleetRows";

const NONE: Chosen = new Set();

const memory = new Memory<{ chosen: Chosen; position?: GridPosition }>();

export function useChosenAgents(rows: AgentRow[]) {
  const kept = useMemory(memory, { chosen: NONE });
  const [chosen, setChosen] = useState(kept.chosen);
  useEffect(() => {
    kept.chosen = chosen;
  }, [kept, chosen]);
  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : rows.filter((agent) => chosen.has(agent.agent_id))),
    [rows, chosen],
  );
  return { chosen, chosenRows, setChosen, clear: () => setChosen(NONE), kept };
}
