/** The picture, as large as was chosen, and the field that has the focus while keys go to the computer. */
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { formatNumber } from "../../texts/format";
import { drawingOf } from "./drawing";
import type { Layout } from "./geometry";
import { Instead } from "./Instead";
import { screen as words } from "./messages";
import { RemotePointer } from "./RemotePointer";
import classes from "./Screen.module.css";
import { useControls } from "./useControls";
import type { ScreenState } from "./useScreen";
import { useView } from "./useView";
import type { View } from "./view";

export function Stage({ screen }: { screen: ScreenState }) {
  const { place, ratio, view } = useView(screen);
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  useControls({ screen, view, ratio, place: scroller, sheet, onHover: setHovered });
  const { feed, mayDrive, isOpen, isCaptured, status, zoom } = screen;
  return (
    <div ref={place} className={classes.place}>
      <div
        ref={scroller}
        className={classes.scroller}
        data-fits={zoom === "fit"}
        // What scrolls must be reached with the keyboard.
        tabIndex={zoom === "fit" ? undefined : 0}
      >
        <div
          ref={sheet}
          className={classes.sheet}
          style={view ? sized(view) : undefined}
          data-drives={mayDrive}
          data-captured={isCaptured}
          data-stale={!isOpen}
        >
          <Picture screen={screen} view={view} ratio={ratio} />
          {view && (
            <RemotePointer
              feed={feed}
              view={view}
              sheet={sheet}
              isOwn={mayDrive}
              isHidden={mayDrive && isHovered}
            />
          )}
        </div>
      </div>
      <KeyboardInput screen={screen} field={screen.keyboard} />
      {!status.layout && <Instead session={screen.session} />}
    </div>
  );
}

interface PictureProps {
  screen: ScreenState;
  view: View | null;
  ratio: number;
}

/** The canvas belongs to the session: it is only put here. */
function Picture({ screen, view, ratio }: PictureProps) {
  const picture = useRef<HTMLDivElement>(null);
  const { feed, session, status } = screen;
  const { layout } = status;
  const [canvas] = useState(() => drawingOf(feed).canvas);
  useEffect(() => {
    picture.current?.append(canvas);
    return () => canvas.remove();
  }, [canvas]);
  useEffect(() => {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", words.picture(session.hostname, sizeOf(layout)));
  }, [canvas, session.hostname, layout]);
  return (
    <div
      ref={picture}
      className={classes.picture}
      style={view && layout ? placed(view, layout) : undefined}
      // Large pixels stay sharp instead of becoming a fog.
      data-enlarged={view !== null && view.scale * ratio >= 2}
    />
  );
}

function KeyboardInput({
  screen,
  field,
}: {
  screen: ScreenState;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const hint = useId();
  const { session, mayDrive } = screen;
  return (
    <>
      <textarea
        ref={field}
        className={classes.keyboard}
        aria-label={words.keyboard(session.hostname)}
        aria-describedby={hint}
        disabled={!mayDrive}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <span id={hint} hidden>
        {words.keyboardHint}
      </span>
    </>
  );
}

const sizeOf = (layout: Layout | null) =>
  layout ? words.size(formatNumber(layout.width), formatNumber(layout.height)) : words.waiting;

const sized = ({ crop, scale }: View) => ({
  width: crop.width * scale,
  height: crop.height * scale,
});

/** The whole picture, moved so that its visible part is at the corner. */
const placed = ({ crop, scale }: View, { width, height }: Layout) => ({
  left: -crop.x * scale,
  top: -crop.y * scale,
  width: width * scale,
  height: height * scale,
});
