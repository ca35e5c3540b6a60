/** Notifications in one's own browsers: in this one, and in others. */
import { Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { BrowserTable } from "./BrowserTable";
import { browserName } from "./browser";
import { push as words } from "./messages";
import { hereQuery, pushQuery } from "./queries";
import { subscribe, support, unsubscribe } from "./subscription";

const REFRESH = [["push"]];

export function PushPanel() {
  useLiveQueries(["config"], [pushQuery.queryKey]);
  const query = useQuery({ ...pushQuery, refetchInterval: useFallbackInterval() });
  const here = useQuery(hereQuery);
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Loaded query={query}>
        {(own) => (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {words.about}
            </Text>
            <ThisBrowser own={own} hash={here.data ?? null} />
            <BrowserTable browsers={own.subscriptions} hash={here.data ?? null} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function ThisBrowser({ own, hash }: { own: Schema<"OwnPush">; hash: string | null }) {
  const { may } = useRights();
  const known = own.subscriptions.find((one) => one.endpoint_hash === hash);
  const begin = useAction({
    act: async () => {
      const keys = await subscribe(own.public_key);
      const label = browserName(navigator.userAgent, words.unnamed);
      return answer(api.POST("/accounts/push/", { body: { ...keys, label } }));
    },
    done: words.on,
    refresh: REFRESH,
  });
  const end = useAction({
    act: async (id: number) => {
      await answer(api.DELETE("/accounts/push/{id}/", { params: { path: { id } } }));
      await unsubscribe();
    },
    done: words.off,
    refresh: REFRESH,
  });
  const state = support();
  const isBlocked = state !== "ready" && !known;
  return (
    <Stack gap={4}>
      <Switch
        label={words.here}
        description={state === "ready" ? undefined : words.blocked[state]}
        checked={known !== undefined}
        disabled={isBlocked || begin.isPending || end.isPending}
        onChange={() => (known ? end.mutate(known.id) : begin.mutate())}
      />
      {!may("can_list_alerts") && (
        <Text size="sm" c="dimmed">
          {words.noAlerts}
        </Text>
      )}
    </Stack>
  );
}
