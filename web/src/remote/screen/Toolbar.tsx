/** Above the picture: how it is seen, and what the keyboard of this computer cannot say. */
import { IconKeyboardShow } from "@tabler/icons-react";
import { IconAction } from "../../ui/actions";
import { ClipboardMenu } from "./ClipboardMenu";
import { KeysMenu } from "./KeysMenu";
import { MonitorMenu } from "./MonitorMenu";
import { screen as words } from "./messages";
import classes from "./Screen.module.css";
import type { ScreenState } from "./useScreen";
import { ViewMenu } from "./ViewMenu";
import { WatchControls } from "./WatchControls";

export function Toolbar({ screen }: { screen: ScreenState }) {
  const { toolbar, onlyWatches, setOnlyWatches, blocked, focusKeyboard } = screen;
  return (
    <div ref={toolbar} role="toolbar" aria-label={words.toolbar} className={classes.toolbar}>
      <ViewMenu screen={screen} />
      <MonitorMenu screen={screen} />
      <KeysMenu screen={screen} />
      <ClipboardMenu screen={screen} />
      <div className={classes.touchOnly}>
        <IconAction label={words.showKeyboard} blocked={blocked} onClick={focusKeyboard}>
          <IconKeyboardShow size={17} />
        </IconAction>
      </div>
      <WatchControls onlyWatches={onlyWatches} setOnlyWatches={setOnlyWatches} />
    </div>
  );
}
