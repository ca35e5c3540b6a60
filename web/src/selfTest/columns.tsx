/** What the result of a self-test shows of each function. */
import { Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClockX,
  IconHelpCircle,
  IconLock,
  IconPlayerSkipForward,
} from "@tabler/icons-react";
import { formatNumber } from "../texts/format";
import type { Column } from "../ui/column";
import { toneColor } from "../ui/theme";
import { selfTest as words } from "./messages";
import type { Step } from "./queries";
import { TONES } from "./steps";

const ICONS: Record<Step["status"], typeof IconCircleCheck> = {
  works: IconCircleCheck,
  failed: IconAlertTriangle,
  timed_out: IconClockX,
  refused: IconLock,
  not_there: IconCircleMinus,
  not_tried: IconPlayerSkipForward,
  unknown: IconHelpCircle,
};

export const stepColumns: Column<Step>[] = [
  {
    id: "result",
    title: words.result,
    width: 130,
    cell: ({ status }) => <Result status={status} />,
    sort: ({ status }) => words.statuses[status],
  },
  {
    id: "function",
    title: words.function,
    cell: (step) => (
      <>
        <Text inherit fw={500}>
          {step.title}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {step.detail}
        </Text>
      </>
    ),
    sort: (step) => step.title,
  },
  {
    id: "time",
    title: words.time,
    width: 110,
    wide: true,
    align: "right",
    cell: (step) => words.milliseconds(formatNumber(step.milliseconds)),
    sort: (step) => step.milliseconds,
  },
];

/** An icon for the eye, a word for everyone. */
function Result({ status }: { status: Step["status"] }) {
  const Icon = ICONS[status];
  return (
    <Group gap={6} wrap="nowrap" style={{ color: toneColor(TONES[status]) }}>
      <Icon size={16} style={{ flex: "none" }} aria-hidden />
      <span>{words.statuses[status]}</span>
    </Group>
  );
}
