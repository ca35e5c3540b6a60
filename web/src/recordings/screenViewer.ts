/** Shows recorded pictures of a screen, with what also draws those of open sessions. */

import type { Outcome } from "../remote/screen/decoder";
import type { Drawing, DrawingEvents, RemotePointer } from "../remote/screen/feed";
import type { Layout } from "../remote/screen/geometry";
import { Store } from "../remote/screen/store";
import type { Viewer } from "./playback";
import type { RecordedItem, RecordType } from "./records";

export interface ScreenViewerStatus {
  /** None before the first picture. */
  layout: Layout | null;
  /** Something could not be drawn, and is not before the next whole picture. */
  isFaulty: boolean;
  /** There is no worker, and will be none. */
  isFailed: boolean;
}

const PACKETS = new Set<RecordType>(["picture", "keyPicture", "cursor", "monitors"]);

export class ScreenViewer<Made extends Drawing> implements Viewer {
  readonly drawing: Made;
  readonly status = new Store<ScreenViewerStatus>({
    ...{ layout: null, isFaulty: false, isFailed: false },
  });
  readonly pointer = new Store<RemotePointer | null>(null);
  /** Packets that are not drawn yet, and who waits for them. */
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(make: (events: DrawingEvents) => Made) {
    this.drawing = make({
      onOutcome: (outcome) => this.#drawn(outcome),
      onFailed: () => this.#fail(),
    });
  }

  begin() {
    this.drawing.reset();
    this.pointer.set(null);
  }

  take(items: RecordedItem[]) {
    if (this.status.get().isFailed) return;
    for (const { type, payload } of items) {
      if (!PACKETS.has(type)) continue;
      this.#underWay += 1;
      // The worker gets the memory itself, and the part is kept.
      this.drawing.take(payload.slice());
    }
  }

  settled(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((done) => this.#waiting.push(done));
  }

  end() {
    this.drawing.end();
    this.#settle();
  }

  #drawn({ layout, cursor, isFrame, fault }: Outcome) {
    this.#underWay -= 1;
    const status = this.status.get();
    if (layout) this.status.set({ ...status, layout });
    if (cursor) {
      const shape = cursor.shape ?? this.pointer.get()?.shape;
      this.pointer.set({ ...cursor, ...(shape && { shape }) });
    }
    const isFaulty = fault !== undefined || (status.isFaulty && !isFrame);
    if (isFaulty !== status.isFaulty) this.status.set({ ...this.status.get(), isFaulty });
    if (this.#underWay === 0) this.#settle();
  }

  #fail() {
    this.status.set({ ...this.status.get(), isFailed: true });
    this.#settle();
  }

  #settle() {
    this.#underWay = 0;
    for (const done of this.#waiting.splice(0)) done();
  }
}
