/** A recorded screen, as large as there is room for. */

import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Schema } from "../api/client";
import { CanvasDrawing } from "../remote/screen/drawing";
import { RemotePointer } from "../remote/screen/RemotePointer";
import screenClasses from "../remote/screen/Screen.module.css";
import { useView } from "../remote/screen/useView";
import { LinesSkeleton } from "../ui/states";
import { Moments } from "./Moments";
import { recordings as words } from "./messages";
import { PlayerFrame } from "./PlayerFrame";
import type { Playback } from "./playback";
import { ScreenViewer } from "./screenViewer";
import { usePlayback } from "./usePlayback";

type CanvasViewer = ScreenViewer<CanvasDrawing>;

export default function ScreenPlayer({ recording }: { recording: Schema<"RecordingDetails"> }) {
  const make = () => new ScreenViewer((events) => new CanvasDrawing(events));
  const played = usePlayback<CanvasViewer>(recording, "screen", make);
  if (!played) return <LinesSkeleton />;
  return (
    <>
      <Played {...played} hostname={recording.hostname} />
      <Moments playback={played.playback} />
    </>
  );
}

interface PlayedProps {
  viewer: CanvasViewer;
  playback: Playback;
  hostname: string;
}

function Played({ viewer, playback, hostname }: PlayedProps) {
  const { isFaulty, isFailed } = useSyncExternalStore(viewer.status.watch, viewer.status.get);
  const fault = isFaulty ? words.screenFault : undefined;
  return (
    <PlayerFrame playback={playback} note={isFailed ? words.noDecoder : fault}>
      <Picture viewer={viewer} hostname={hostname} />
    </PlayerFrame>
  );
}

function Picture({ viewer, hostname }: { viewer: CanvasViewer; hostname: string }) {
  const { layout } = useSyncExternalStore(viewer.status.watch, viewer.status.get);
  const { place, view } = useView({ status: { layout, monitor: null }, zoom: "fit" });
  const picture = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { canvas } = viewer.drawing;
  useEffect(() => {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", words.picture(hostname));
    picture.current?.append(canvas);
    return () => canvas.remove();
  }, [canvas, hostname]);
  const size = view &&
    layout && { width: layout.width * view.scale, height: layout.height * view.scale };
  return (
    <div ref={place} className={screenClasses.place}>
      <div className={screenClasses.scroller} data-fits>
        <div ref={sheet} className={screenClasses.sheet} style={size ?? undefined}>
          <div ref={picture} className={screenClasses.picture} style={size ?? undefined} />
          {view && (
            <RemotePointer feed={viewer} view={view} sheet={sheet} isOwn={false} isHidden={false} />
          )}
        </div>
      </div>
    </div>
  );
}
