/** Above the picture: how it is seen, and what the keyboard of this computer cannot say. */
import {
  IconEye,
  IconEyeOff,
  IconKeyboardShow,
  IconMaximize,
  IconMinimize,
} from "@tabler/icons-react";
import { IconAction } from "../../ui/actions";
import { ClipboardMenu } from "./ClipboardMenu";
import { KeysMenu } from "./KeysMenu";
import { MonitorMenu } from "./MonitorMenu";
import { screen as words } from "./messages";
import classes from "./Screen.module.css";
import { useFullScreen } from "./useFullScreen";
import type { ScreenState } from "./useScreen";
import { ViewMenu } from "./ViewMenu";

export function Toolbar({ screen }: { screen: ScreenState }) {
  const { toolbar, onlyWatches, setOnlyWatches, blocked, focusKeyboard } = screen;
  const full = useFullScreen();
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
      <IconAction
        label={words.onlyWatch}
        aria-pressed={onlyWatches}
        color={onlyWatches ? "teal" : "gray"}
        onClick={() => setOnlyWatches(!onlyWatches)}
      >
        {onlyWatches ? <IconEye size={17} /> : <IconEyeOff size={17} />}
      </IconAction>
      <IconAction
        label={full.isFull ? words.notFull : words.full}
        aria-pressed={full.isFull}
        blocked={full.blocked}
        onClick={() => void full.toggle()}
      >
        {full.isFull ? <IconMinimize size={17} /> : <IconMaximize size={17} />}
      </IconAction>
    </div>
  );
}
