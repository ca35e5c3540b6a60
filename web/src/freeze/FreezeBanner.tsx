/** Says on every page what is frozen; superusers thaw it from here. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { useMe } from "../session/me";
import { useDialog } from "../ui/dialog";
import classes from "./FreezeBanner.module.css";
import { freeze as words } from "./messages";
import { freezeQuery } from "./queries";
import { sayFreeze } from "./sayFreeze";

export function FreezeBanner() {
  const { data: frozen = [] } = useQuery(freezeQuery);
  useLiveQueries(["config"], [freezeQuery.queryKey]);
  const me = useMe();
  const { show } = useDialog();
  if (frozen.length === 0) return null;
  return (
    <div role="status" className={classes.banner}>
      {frozen.map((freeze) => (
        <div key={freeze.client ?? 0}>
          {sayFreeze(freeze)}{" "}
          {me?.is_superuser && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => show("thaw", freeze.client ?? undefined)}
            >
              {words.thaw}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
