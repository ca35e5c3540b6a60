/** A time: how long ago, with the exact time as a tooltip. */
import { Text, Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { formatAgo, formatMoment } from "../texts/format";
import { ui } from "./messages";

/** Advances every half minute: "2 minutes ago" must not stay so for ever. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** While seconds are shown, they must not stand still for long. */
const isRecent = (time: string | null | undefined) =>
  Boolean(time) && Math.abs(Date.now() - Date.parse(time ?? "")) < 90_000;

export function Ago({ time }: { time: string | null | undefined }) {
  const now = useNow(isRecent(time) ? 5_000 : 30_000);
  if (!time)
    return (
      <Text span inherit c="dimmed">
        {ui.never}
      </Text>
    );
  return (
    <Tooltip label={formatMoment(time)}>
      <time dateTime={time} style={{ whiteSpace: "nowrap" }}>
        {formatAgo(time, now)}
      </time>
    </Tooltip>
  );
}

export function Moment({ time }: { time: string | null | undefined }) {
  if (!time)
    return (
      <Text span inherit c="dimmed">
        {ui.never}
      </Text>
    );
  return (
    <time dateTime={time} style={{ whiteSpace: "nowrap" }}>
      {formatMoment(time)}
    </time>
  );
}
