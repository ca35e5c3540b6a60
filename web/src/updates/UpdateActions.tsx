/** Scans an agent for updates and installs the approved ones. */
import { IconDownload, IconRadar2 } from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { updates as words } from "./messages";
import { updatesQuery } from "./queries";

export function UpdateActions({ agentId }: { agentId: string }) {
  const params = { path: { agent_id: agentId } };
  const refresh = [updatesQuery(agentId).queryKey, ["runs"], ["pendingActions"]];
  const scan = useAction({
    act: () => answer(api.POST("/winupdate/{agent_id}/scan/", { params, body: {} })),
    done: (message) => message,
    refresh,
  });
  const install = useAction({
    act: () => answer(api.POST("/winupdate/{agent_id}/install/", { params, body: {} })),
    done: (message) => message,
    refresh,
  });
  return (
    <>
      <ActionButton
        right="can_manage_winupdates"
        variant="default"
        leftSection={<IconRadar2 size={16} />}
        loading={scan.isPending}
        onClick={() => scan.mutate()}
      >
        {words.scan}
      </ActionButton>
      <ActionButton
        right="can_manage_winupdates"
        leftSection={<IconDownload size={16} />}
        loading={install.isPending}
        onClick={() => install.mutate()}
      >
        {words.install}
      </ActionButton>
    </>
  );
}
