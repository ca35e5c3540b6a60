/** Which time the graphs show, and beside which other agent. */
import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconX,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import { asWord } from "../api/word";
import { IconAction } from "../ui/actions";
import { metrics as words } from "./messages";
import {
  closer,
  earlier,
  farther,
  later,
  type Range,
  type Step,
  type TimeWindow,
  type View,
} from "./range";
import { spanText } from "./times";

interface RangeBarProps {
  view: View;
  /** What is shown at this moment; nothing yet at first. */
  window: TimeWindow | undefined;
  onRange: (range: Range) => void;
  onStep: (step: Step) => void;
  onBack: () => void;
  children: ReactNode;
}

/** For the mouse, and for fingers: keys do the same on the graphs. */
const STEPS: [label: string, step: Step, icon: ReactNode][] = [
  [words.earlier, earlier, <IconChevronLeft size={18} />],
  [words.closer, closer, <IconZoomIn size={18} />],
  [words.farther, farther, <IconZoomOut size={18} />],
  [words.later, later, <IconChevronRight size={18} />],
];

export function RangeBar({ view, window, onRange, onStep, onBack, children }: RangeBarProps) {
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label={words.range}
        // Another part of the past is none of them, and each leads back.
        value={view.zoom ? "" : (view.range as string)}
        onChange={(range) => onRange(asWord(range))}
        data={Object.entries(words.ranges).map(([value, label]) => ({ value, label }))}
      />
      <Group gap={4} wrap="nowrap">
        {STEPS.map(([label, step, icon]) => (
          <IconAction
            key={label}
            label={label}
            variant="default"
            size={36}
            onClick={() => onStep(step)}
          >
            {icon}
          </IconAction>
        ))}
        {view.zoom && (
          <IconAction label={words.back} variant="default" size={36} onClick={onBack}>
            <IconZoomReset size={18} />
          </IconAction>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="numbers">
        {window && spanText(window)}
      </Text>
      <Group gap="xs" ml={{ base: 0, md: "auto" }}>
        {children}
      </Group>
    </Group>
  );
}

interface CompareProps {
  /** The agent that is compared with, and its name; empty without one. */
  other: string;
  name: string;
  onChange: (agentId: string | null) => void;
}

export function Compare({ other, name, onChange }: CompareProps) {
  if (other === "") {
    return (
      <AgentSelect
        aria-label={words.compare}
        placeholder={words.compare}
        value={null}
        onChange={onChange}
        w={260}
      />
    );
  }
  return (
    <Button
      variant="default"
      title={words.endCompare}
      rightSection={<IconX size={16} />}
      onClick={() => onChange(null)}
    >
      {words.compared(name)}
    </Button>
  );
}
