/** Warns that the last scan for updates failed: the list is older than it looks. */
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { Ago } from "../ui/Moment";
import { updates as words } from "./messages";
import { scansQuery } from "./queries";
import { scanFailure } from "./scanFailure";

/** Runs of the whole fleet are reported; reading once for many of them is enough. */
const GATHER = 3_000;

interface FailedScanProps {
  agentId: string;
  scannedAt: string | null | undefined;
}

export function FailedScan({ agentId, scannedAt }: FailedScanProps) {
  const { may } = useRights();
  const enabled = may("can_list_agent_history");
  const { data: scans = [] } = useQuery({ ...scansQuery(agentId), enabled });
  useLiveQueries(["runs"], [scansQuery(agentId).queryKey], GATHER);
  const failure = scanFailure(scans, scannedAt);
  if (!failure) return null;
  return (
    <Alert color="red" py="xs">
      {words.scanFailed} <Ago time={failure.time} />
      {failure.reason && `: ${failure.reason}`}
    </Alert>
  );
}
