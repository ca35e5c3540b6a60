/** What remote sessions may do at a client or a site, in its menu. */
import { IconScreenShare } from "@tabler/icons-react";
import { ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { clients as words } from "./messages";

export function RemoteItem({ dialog, id }: { dialog: string; id: number }) {
  const { show } = useDialog();
  return (
    <ActionItem
      right="can_view_core_settings"
      leftSection={<IconScreenShare size={16} />}
      onClick={() => show(dialog, id)}
    >
      {words.remoteSessions}
    </ActionItem>
  );
}
