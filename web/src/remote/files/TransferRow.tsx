/** One transfer: what it is, how far it is, and what can be done about it. */
import { Progress, Text } from "@mantine/core";
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconX,
} from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { formatBytes, formatDuration } from "../../texts/format";
import { sentence } from "../../texts/texts";
import { formatRate } from "../../texts/units";
import { IconAction } from "../../ui/actions";
import { Status } from "../../ui/Status";
import type { Tone } from "../../ui/theme";
import classes from "./Files.module.css";
import { files as words } from "./messages";
import { percentOf } from "./rate";
import type { Job, Transfer, TransferPhase, TransferStatus } from "./transfer";
import type { Transfers } from "./transfers";

const TONES: Record<TransferPhase["is"], Tone> = {
  waiting: "quiet",
  reading: "info",
  moving: "info",
  paused: "warning",
  asking: "warning",
  done: "good",
  skipped: "quiet",
  cancelled: "quiet",
  failed: "bad",
};

export function TransferRow({ transfer, transfers }: { transfer: Transfer; transfers: Transfers }) {
  const status = useSyncExternalStore(transfer.watch, transfer.get);
  const { job } = transfer;
  const { phase, done, total } = status;
  const percent = percentOf(done, total);
  const isRunning = phase.is === "reading" || phase.is === "moving";
  return (
    <li className={classes.transfer}>
      <div className={classes.about}>
        <Text size="sm" truncate title={job.name}>
          {job.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {[aboutOf(job), ...amountsOf(job, status)].join(" · ")}
        </Text>
        {phase.is === "failed" && (
          <Text size="xs" c="var(--tone-bad)">
            {sentence(phase.problem.message)}
          </Text>
        )}
        {(isRunning || phase.is === "paused") && (
          <Progress
            size="xs"
            mt={4}
            value={percent ?? 100}
            animated={isRunning && percent === null}
            aria-label={words.progress(job.name)}
          />
        )}
      </div>
      <Status tone={TONES[phase.is]} label={words.phases[phase.is]} busy={isRunning} />
      <Buttons transfer={transfer} phase={phase} transfers={transfers} />
    </li>
  );
}

interface ButtonsProps {
  transfer: Transfer;
  phase: TransferPhase;
  transfers: Transfers;
}

function Buttons({ transfer, phase, transfers }: ButtonsProps) {
  const { name, isBytes } = transfer.job;
  if (transfer.isOver) {
    return (
      <>
        {(phase.is === "failed" || phase.is === "cancelled") && (
          <IconAction size="sm" label={words.retry(name)} onClick={() => transfers.retry(transfer)}>
            <IconRefresh size={15} />
          </IconAction>
        )}
        <IconAction size="sm" label={words.forget(name)} onClick={() => transfers.remove(transfer)}>
          <IconX size={15} />
        </IconAction>
      </>
    );
  }
  const isRunning = phase.is === "reading" || phase.is === "moving";
  return (
    <>
      {isRunning && isBytes && (
        <IconAction size="sm" label={words.pause(name)} onClick={() => transfer.pause()}>
          <IconPlayerPause size={15} />
        </IconAction>
      )}
      {phase.is === "paused" && (
        <IconAction size="sm" label={words.resume(name)} onClick={() => transfer.resume()}>
          <IconPlayerPlay size={15} />
        </IconAction>
      )}
      <IconAction size="sm" label={words.cancel(name)} onClick={() => transfer.cancel()}>
        <IconPlayerStop size={15} />
      </IconAction>
    </>
  );
}

function aboutOf({ kind, where }: Job): string {
  const name = words.transferKinds[kind];
  return where === "" ? name : words.transferTo(name, where);
}

/** How much, how fast, how long: as far as anybody knows. */
function amountsOf({ isBytes }: Job, status: TransferStatus): string[] {
  const { done, total, speed, secondsLeft } = status;
  if (!isBytes) return done > 0 ? [words.itemsDone(done)] : [];
  if (done === 0 && total === null) return [];
  const amount =
    total === null ? formatBytes(done) : words.doneOf(formatBytes(done), formatBytes(total));
  return [
    amount,
    ...(speed === null ? [] : [formatRate(speed)]),
    ...(secondsLeft === null ? [] : [words.timeLeft(formatDuration(secondsLeft))]),
  ];
}
