/** Carries text from one clipboard to the other, when somebody asks for it. */
import { IconClipboardCopy, IconClipboardText } from "@tabler/icons-react";
import { ActionItem } from "../../ui/actions";
import { type ClipboardTarget, sendText, takeText } from "./clipboard";
import { screen as words } from "./messages";

interface ClipboardItemsProps {
  target: ClipboardTarget;
  /** Why nothing can be sent to the computer. */
  blocked: string | undefined;
  /** What was copied there last. */
  remoteText: string | null;
}

export function ClipboardItems({ target, blocked, remoteText }: ClipboardItemsProps) {
  return (
    <>
      <ActionItem
        leftSection={<IconClipboardText size={14} />}
        blocked={blocked}
        onClick={() => void sendText(target)}
      >
        {words.send}
      </ActionItem>
      <ActionItem
        leftSection={<IconClipboardCopy size={14} />}
        blocked={remoteText === null ? words.noText : undefined}
        onClick={() => void takeText(remoteText ?? "")}
      >
        {words.fetch}
      </ActionItem>
    </>
  );
}
