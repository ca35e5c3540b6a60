/** A state: a dot for the eye, a word for everyone. Plain elements: a grid draws hundreds. */
import classes from "./Status.module.css";
import { type Tone, toneColor } from "./theme";

interface StatusProps {
  tone: Tone;
  label: string;
  /** Something is going on right now. */
  busy?: boolean;
  /** A sentence, which may need two lines. */
  wraps?: boolean;
}

export function Status({ tone, label, busy = false, wraps = false }: StatusProps) {
  return (
    <span
      className={classes.status}
      data-wraps={wraps || undefined}
      style={{ color: toneColor(tone) }}
    >
      <Dot tone={tone} busy={busy} />
      {label}
    </span>
  );
}

export function Dot({ tone, busy = false }: { tone: Tone; busy?: boolean }) {
  return (
    <span
      className={classes.dot}
      data-busy={busy || undefined}
      style={{ color: toneColor(tone) }}
      aria-hidden
    />
  );
}
