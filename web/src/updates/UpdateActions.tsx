/** Scans an agent for updates, and installs those that are selected, or all that are approved. */
import { IconDownload, IconRadar2 } from "@tabler/icons-react";
import { useLack } from "../agents/useLack";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { updates as words } from "./messages";
import { updatesQuery } from "./queries";

interface UpdateActionsProps {
  agentId: string;
  /** The selected updates. */
  guids: string[];
  onInstall: () => void;
}

export function UpdateActions({ agentId, guids, onInstall }: UpdateActionsProps) {
  const lack = useLack(agentId);
  const params = { path: { agent_id: agentId } };
  const refresh = [updatesQuery(agentId).queryKey, ["runs"], ["pendingActions"]];
  const scan = useAction({
    act: () => answer(api.POST("/winupdate/{agent_id}/scan/", { params, body: {} })),
    done: (message) => message,
    refresh,
  });
  const install = useAction({
    act: () =>
      answer(
        api.POST("/winupdate/{agent_id}/install/", {
          params,
          body: guids.length > 0 ? { guids } : {},
        }),
      ),
    done: (message) => message,
    onDone: onInstall,
    refresh,
  });
  return (
    <>
      <ActionButton
        right="can_manage_winupdates"
        blocked={lack("scan_updates")}
        variant="default"
        leftSection={<IconRadar2 size={16} />}
        loading={scan.isPending}
        onClick={() => scan.mutate()}
      >
        {words.scan}
      </ActionButton>
      <ActionButton
        right="can_manage_winupdates"
        blocked={lack("install_updates")}
        leftSection={<IconDownload size={16} />}
        loading={install.isPending}
        onClick={() => install.mutate()}
      >
        {guids.length > 0 ? words.installSelected(guids.length) : words.install}
      </ActionButton>
    </>
  );
}
