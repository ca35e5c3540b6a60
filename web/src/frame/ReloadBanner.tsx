/** Says that the server has a newer interface; what is typed here is not lost. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConnectionState } from "../live/live";
import { frame } from "./messages";
import { buildQuery, ownEntry } from "./newBuild";
import classes from "./Shell.module.css";

export function ReloadBanner() {
  const { data: current } = useQuery(buildQuery);
  useLookAfterBreak();
  if (!current || current === ownEntry) return null;
  return (
    <div role="status" className={classes.banner}>
      {frame.newVersion}{" "}
      <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
        {frame.reload}
      </Button>
    </div>
  );
}

/** After a reconnect the server may be a new one. */
function useLookAfterBreak() {
  const client = useQueryClient();
  const state = useConnectionState();
  const lost = useRef(false);
  useEffect(() => {
    if (state === "live" && lost.current) {
      void client.invalidateQueries({ queryKey: buildQuery.queryKey });
    }
    lost.current = state === "lost" || (lost.current && state !== "live");
  }, [state, client]);
}
