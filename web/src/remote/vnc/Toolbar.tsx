/** Above the picture: how it is seen, and what the keyboard of this computer cannot say. */
import { Button } from "@mantine/core";
import { IconArrowsMinimize, IconKeyboardShow } from "@tabler/icons-react";
import { ActionButton, IconAction } from "../../ui/actions";
import { screen } from "../screen/messages";
import classes from "../screen/Screen.module.css";
import { WatchControls } from "../screen/WatchControls";
import { ClipboardMenu } from "./ClipboardMenu";
import { vnc as words } from "./messages";
import type { VncPanelState } from "./useVnc";

const QUIET = { size: "compact-sm", variant: "subtle", color: "gray" } as const;

export function Toolbar({ vnc }: { vnc: VncPanelState }) {
  const { toolbar, feed, fits, setFits, onlyWatches, setOnlyWatches, blocked } = vnc;
  const pressKeys = () => {
    feed.pressCtrlAltDel();
    vnc.focusKeyboard();
  };
  return (
    <div ref={toolbar} role="toolbar" aria-label={words.toolbar} className={classes.toolbar}>
      <Button
        {...QUIET}
        aria-pressed={fits}
        title={fits ? screen.fitLong : screen.actualLong}
        leftSection={<IconArrowsMinimize size={16} />}
        onClick={() => setFits(!fits)}
      >
        {fits ? screen.fit : screen.actual}
      </Button>
      <ActionButton {...QUIET} blocked={blocked} onClick={pressKeys}>
        {words.ctrlAltDel}
      </ActionButton>
      <ClipboardMenu vnc={vnc} />
      <IconAction label={words.keyboard} blocked={blocked} onClick={vnc.focusKeyboard}>
        <IconKeyboardShow size={17} />
      </IconAction>
      <WatchControls onlyWatches={onlyWatches} setOnlyWatches={setOnlyWatches} />
    </div>
  );
}
