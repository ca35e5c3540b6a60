/** The bell in the top bar: how many alerts are open, how bad the worst is, and the newest. */
import { Indicator, Popover, VisuallyHidden } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import { IconAction } from "../ui/actions";
import { LinesSkeleton } from "../ui/states";
import { toneColor } from "../ui/theme";
import { alerts as words } from "./messages";
import { bellQuery } from "./queries";
import { SEVERITY_TONES, type Severity } from "./state";

/** The list is needed when somebody opens it. */
const BellList = lazy(() => import("./BellList"));

export function AlertBell() {
  const { surely } = useRights();
  return surely("can_list_alerts") ? <Bell /> : null;
}

function Bell() {
  const [isOpen, setOpen] = useState(false);
  // A menu of the list is not inside of it: a click there must not close the list.
  const [hasMenu, setMenu] = useState(false);
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...bellQuery, refetchInterval });
  useLiveQueries(["alerts"], [bellQuery.queryKey], 1_000);
  const { count, worst } = query.data ?? {};
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        closeOnClickOutside={!hasMenu}
        position="bottom-end"
        width="min(440px, calc(100vw - 16px))"
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <IconAction
            size="lg"
            label={labelOf(count, worst)}
            isOpen={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Sign count={count ?? 0} worst={worst ?? "info"} />
          </IconAction>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={words.bell}>
          <Suspense fallback={<LinesSkeleton lines={3} />}>
            <BellList query={query} onClose={() => setOpen(false)} onMenu={setMenu} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden role="status">
        {count === undefined ? "" : words.bellSpoken(count)}
      </VisuallyHidden>
    </>
  );
}

function labelOf(count: number | undefined, worst: Severity | undefined): string {
  if (count === undefined) return words.bellUnknown;
  return words.bellLabel(count, worst ? words.severities[worst] : "");
}

/** More than two digits do not fit beside the bell. */
const MOST = 99;

function Sign({ count, worst }: { count: number; worst: Severity }) {
  return (
    <Indicator
      label={count > MOST ? `${MOST}+` : formatNumber(count)}
      disabled={count === 0}
      size={16}
      offset={2}
      aria-hidden
      color={toneColor(SEVERITY_TONES[worst])}
      // These colours are readable on the surface, and so is the surface on them.
      styles={{
        indicator: {
          color: "var(--surface)",
          fontSize: 10,
          padding: "0 4px",
        },
      }}
    >
      <IconBell size={18} />
    </Indicator>
  );
}
