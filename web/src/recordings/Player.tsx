/** Plays a recording in the way of its kind; each is loaded with the first one of it. */

import { lazy, Suspense } from "react";
import type { Schema } from "../api/client";
import { kindOf } from "../remote/kind";
import { remote } from "../remote/messages";
import { Panel } from "../ui/Page";
import { Empty, LinesSkeleton } from "../ui/states";
import { recordings as words } from "./messages";

const TerminalPlayer = lazy(() => import("./TerminalPlayer"));
const ScreenPlayer = lazy(() => import("./ScreenPlayer"));
const EventList = lazy(() => import("./EventList"));

export function Player({ recording }: { recording: Schema<"RecordingDetails"> }) {
  return <Suspense fallback={<LinesSkeleton />}>{playerOf(recording)}</Suspense>;
}

function playerOf(recording: Schema<"RecordingDetails">) {
  if (recording.index.length === 0) return <Nothing isOver={recording.state !== "recording"} />;
  switch (kindOf(recording.kind)) {
    case "terminal":
      return <TerminalPlayer recording={recording} />;
    case "screen":
      return <ScreenPlayer recording={recording} />;
    case "files":
    case "tunnel":
      return <EventList recording={recording} />;
    default:
      return <Empty title={remote.notYet} />;
  }
}

function Nothing({ isOver }: { isOver: boolean }) {
  return (
    <Panel>
      <Empty
        title={isOver ? words.isEmptyOver : words.isEmpty}
        hint={isOver ? words.isEmptyOverHint : words.isEmptyHint}
      />
    </Panel>
  );
}
