/** In the toolbar of every picture of a computer: watch without touching anything, and use the whole screen for it. */
import { IconEye, IconEyeOff, IconMaximize, IconMinimize } from "@tabler/icons-react";
import { IconAction } from "../../ui/actions";
import { screen as words } from "./messages";
import { useFullScreen } from "./useFullScreen";

interface WatchControlsProps {
  onlyWatches: boolean;
  setOnlyWatches: (onlyWatches: boolean) => void;
}

export function WatchControls({ onlyWatches, setOnlyWatches }: WatchControlsProps) {
  const full = useFullScreen();
  return (
    <>
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
    </>
  );
}
