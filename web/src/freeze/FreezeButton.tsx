/** Opens the dialog that freezes; for superusers. */
import { IconSnowflake } from "@tabler/icons-react";
import { useMe } from "../session/me";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { freeze as words } from "./messages";

export function FreezeButton() {
  const me = useMe();
  const { show } = useDialog();
  return (
    <ActionButton
      blocked={me?.is_superuser === false ? words.onlySuperusers : undefined}
      color="red"
      leftSection={<IconSnowflake size={16} />}
      onClick={() => show("freeze")}
    >
      {words.freeze}
    </ActionButton>
  );
}
