import { beforeEach, expect, test } from "vitest";
import { Problem } from "../api/problem";
import { type Bytes, textOf } from "../remote/pipe/bytes";
import { Playback, type Viewer } from "./playback";
import { type RecordedItem, readRecords } from "./records";
import { partInfo, partOf, type Written } from "./testParts";
import { type PartInfo, Timeline } from "./timeline";

/** What was shown, as texts; "|" where it began again. */
class FakeViewer implements Viewer {
  shown: string[] = [];

  begin() {
    this.shown = ["|"];
  }

  take(items: RecordedItem[]) {
    this.shown.push(...items.map(({ payload }) => textOf(payload)));
  }

  async settled() {}
}

class FakeSource {
  read_: number[] = [];
  /** Parts that wait for someone to let them come. */
  held = new Map<number, () => void>();
  broken: Problem | null = null;

  constructor(readonly contents: Bytes[]) {}

  async read({ part, first_ms }: PartInfo): Promise<RecordedItem[]> {
    this.read_.push(part);
    if (this.broken) throw this.broken;
    if (this.held.has(part)) await new Promise<void>((come) => this.held.set(part, come));
    return readRecords(this.contents[part] ?? new Uint8Array(), first_ms);
  }

  prefetch() {}
}

let viewer: FakeViewer;
let source: FakeSource;
let now: number;
beforeEach(() => {
  viewer = new FakeViewer();
  now = 1_000_000;
});

type Given = { from: number; to: number; key?: boolean; records: Written[] };

function playbackOf(given: Given[], kind: "terminal" | "screen" = "terminal", isGrowing = false) {
  source = new FakeSource(given.map(({ records }) => partOf(...records)));
  return new Playback({ timeline: timelineOf(given), kind, source, viewer, isGrowing });
}

const timelineOf = (given: Given[]) =>
  new Timeline(
    given.map(({ from, to, key = false }, part) => partInfo(part, from, to, { key_frame: key })),
  );

/** Time goes on in pictures of the page, and what is read meanwhile comes. */
async function pass(playback: Playback, milliseconds: number) {
  const until = now + milliseconds;
  while (now < until) {
    now = Math.min(until, now + 100);
    playback.tick(now);
    await new Promise((done) => setImmediate(done));
  }
}

async function started(playback: Playback) {
  await playback.seek(0);
  await playback.play();
  playback.tick(now);
}

const SHORT: Given[] = [
  {
    from: 0,
    to: 1_000,
    records: [
      ["h", 0, "head"],
      ["o", 400, "a"],
      ["o", 1_000, "b"],
    ],
  },
  {
    from: 1_500,
    to: 2_500,
    records: [
      ["o", 0, "c"],
      ["o", 1_000, "d"],
    ],
  },
];

/** Sixty seconds without anything between two parts. */
const PAUSED: Given[] = [
  {
    from: 0,
    to: 1_000,
    records: [
      ["o", 0, "a"],
      ["o", 1_000, "b"],
    ],
  },
  {
    from: 61_000,
    to: 62_000,
    records: [
      ["o", 0, "c"],
      ["o", 1_000, "d"],
    ],
  },
];

test("what happened is shown in its time, and parts are read when they are needed", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  expect([viewer.shown, source.read_]).toEqual([["|", "head"], [0]]);
  await pass(playback, 400);
  expect(viewer.shown).toEqual(["|", "head", "a"]);
  await pass(playback, 700);
  expect([viewer.shown.at(-1), source.read_]).toEqual(["b", [0]]);
  await pass(playback, 600);
  expect([viewer.shown.at(-1), source.read_]).toEqual(["c", [0, 1]]);
});

test("at the end it stops, and plays from the beginning when it is asked to", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  await pass(playback, 3_000);
  expect(viewer.shown).toEqual(["|", "head", "a", "b", "c", "d"]);
  expect([playback.state.get().isPlaying, playback.position.get()]).toEqual([false, 2_500]);
  await playback.play();
  expect([viewer.shown, playback.position.get()]).toEqual([["|", "head"], 0]);
});

test("twice as fast takes half as long, and nothing moves while it is paused", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  playback.shiftSpeed(1);
  await pass(playback, 500);
  expect(playback.position.get()).toBe(1_000);
  playback.pause();
  await pass(playback, 5_000);
  expect(playback.position.get()).toBe(1_000);
  playback.toggle();
  await pass(playback, 300);
  // The first picture after it only begins to count.
  expect(playback.position.get()).toBe(1_400);
});

test("there is a fastest and a slowest speed", () => {
  const playback = playbackOf(SHORT);
  for (let times = 0; times < 9; times += 1) playback.shiftSpeed(1);
  expect(playback.state.get().speed).toBe(16);
  for (let times = 0; times < 9; times += 1) playback.shiftSpeed(-1);
  expect(playback.state.get().speed).toBe(0.5);
});

test("a pause between parts takes half a second", async () => {
  const playback = playbackOf(PAUSED);
  await started(playback);
  await pass(playback, 1_400);
  expect(viewer.shown).toEqual(["|", "a", "b"]);
  await pass(playback, 300);
  expect([viewer.shown, playback.position.get() >= 61_000]).toEqual([["|", "a", "b", "c"], true]);
});

test("a pause within a part takes half a second as well, and a short one is as long as it was", async () => {
  const records: Written[] = [
    ["o", 0, "a"],
    ["o", 2_000, "b"],
    ["o", 4_900, "c"],
  ];
  const playback = playbackOf([{ from: 0, to: 4_900, records }]);
  await started(playback);
  await pass(playback, 1_900);
  expect(viewer.shown).toEqual(["|", "a"]);
  await pass(playback, 600);
  expect(viewer.shown).toEqual(["|", "a", "b", "c"]);
});

test("pauses are as long as they were when they are not to be skipped", async () => {
  const playback = playbackOf(PAUSED);
  playback.setSkips(false);
  await started(playback);
  await pass(playback, 30_000);
  expect([viewer.shown, playback.position.get()]).toEqual([["|", "a", "b"], 30_000]);
});

test("a page that was asleep does not leap", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  now += 60_000;
  playback.tick(now);
  expect(playback.position.get()).toBe(250);
});

test("a later moment of a terminal goes on, an earlier one begins again", async () => {
  const playback = playbackOf(SHORT);
  await playback.seek(500);
  expect(viewer.shown).toEqual(["|", "head", "a"]);
  await playback.seek(2_000);
  expect(viewer.shown).toEqual(["|", "head", "a", "b", "c"]);
  await playback.seek(400);
  expect([viewer.shown, playback.position.get()]).toEqual([["|", "head", "a"], 400]);
});

test("far into a terminal it begins some parts before, with the size it had at first", async () => {
  const many = Array.from({ length: 100 }, (_, part): Given => {
    const from = part * 1_000;
    return { from, to: from + 900, records: [[part === 0 ? "h" : "o", 0, `${part}`]] };
  });
  const playback = playbackOf(many);
  await playback.seek(99_000);
  expect(viewer.shown.slice(0, 4)).toEqual(["|", "0", "35", "36"]);
  expect(viewer.shown.at(-1)).toBe("99");
});

test("a screen begins with the last whole picture, and goes on where none is nearer", async () => {
  const playback = playbackOf(
    [
      {
        from: 0,
        to: 900,
        key: true,
        records: [
          ["k", 0, "key 0"],
          ["s", 900, "0"],
        ],
      },
      { from: 1_000, to: 1_900, records: [["s", 0, "1"]] },
      {
        from: 2_000,
        to: 2_900,
        key: true,
        records: [
          ["k", 0, "key 2"],
          ["s", 900, "2"],
        ],
      },
      { from: 3_000, to: 3_900, records: [["s", 0, "3"]] },
    ],
    "screen",
  );
  await playback.seek(3_500);
  expect([viewer.shown, source.read_]).toEqual([
    ["|", "key 2", "2", "3"],
    [2, 3],
  ]);
  await playback.seek(1_100);
  expect(viewer.shown).toEqual(["|", "key 0", "0", "1"]);
  await playback.seek(1_500);
  expect(viewer.shown).toEqual(["|", "key 0", "0", "1"]);
  await playback.seek(2_000);
  expect(viewer.shown).toEqual(["|", "key 0", "0", "1", "key 2"]);
});

test("who wants another moment while one is on its way gets that one only", async () => {
  const playback = playbackOf(SHORT);
  source.held.set(1, () => {});
  const first = playback.seek(2_500);
  await new Promise((done) => setImmediate(done));
  await playback.seek(400);
  source.held.get(1)?.();
  await first;
  expect([viewer.shown, playback.position.get()]).toEqual([["|", "head", "a"], 400]);
  expect(playback.state.get().isLoading).toBe(false);
});

test("nothing is passed by while a part is on its way", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  source.held.set(1, () => {});
  await pass(playback, 5_000);
  expect([playback.position.get(), playback.state.get().isLoading]).toEqual([1_500, true]);
  source.held.get(1)?.();
  await pass(playback, 100);
  expect(playback.state.get().isLoading).toBe(false);
});

test("a part that does not come stops it with the reason, and playing tries again", async () => {
  const playback = playbackOf(SHORT);
  await started(playback);
  source.broken = new Problem("away", 503, "overloaded");
  await pass(playback, 3_000);
  const { isPlaying, isLoading, problem } = playback.state.get();
  expect([isPlaying, isLoading, problem?.code]).toEqual([false, false, "overloaded"]);
  source.broken = null;
  await playback.play();
  expect(playback.state.get().problem).toBeNull();
  await pass(playback, 3_000);
  expect(viewer.shown.at(-1)).toBe("d");
});

test("a part that cannot be read is a hole, and what comes after it is shown", async () => {
  for (const [status, code] of [
    [409, "conflict"],
    [0, "damaged"],
  ] as const) {
    viewer = new FakeViewer();
    const playback = playbackOf(SHORT);
    source.broken = new Problem("This part was changed.", status, code);
    await started(playback);
    source.broken = null;
    await pass(playback, 3_000);
    expect(viewer.shown).toEqual(["|", "c", "d"]);
    expect(playback.findings.holes.get()).toEqual([{ ms: 0, reason: "This part was changed." }]);
  }
});

test("a recording that still grows is followed", async () => {
  const playback = playbackOf(SHORT.slice(0, 1), "terminal", true);
  await started(playback);
  await pass(playback, 3_000);
  expect([playback.state.get().isPlaying, playback.position.get()]).toEqual([true, 1_000]);
  source.contents.push(partOf(["o", 0, "c"], ["o", 1_000, "d"]));
  playback.extend(timelineOf(SHORT), false);
  await pass(playback, 3_000);
  expect([viewer.shown.at(-1), playback.state.get().isPlaying]).toEqual(["d", false]);
});

test("markers are known from the parts that were read, each once and in their order", async () => {
  const marker = (user: string) => JSON.stringify({ event: "joined", user });
  const playback = playbackOf([
    { from: 0, to: 900, records: [["m", 100, marker("ann")]] },
    {
      from: 1_000,
      to: 1_900,
      records: [
        ["o", 0, "x"],
        ["m", 500, marker("ben")],
      ],
    },
  ]);
  await playback.seek(1_900);
  await playback.seek(0);
  expect(playback.findings.markers.get()).toEqual([
    { ms: 100, event: "joined", user: "ann", reason: "" },
    { ms: 1_500, event: "joined", user: "ben", reason: "" },
  ]);
});

test("a recording without parts has nothing to play", async () => {
  const playback = playbackOf([]);
  await started(playback);
  await pass(playback, 500);
  expect([playback.position.get(), playback.state.get().isPlaying]).toEqual([0, false]);
});

test("a screen shows its first picture before it is played, and none that comes later", async () => {
  const records: Written[] = [
    ["h", 0, "head"],
    ["n", 80, "monitors"],
    ["k", 80, "whole"],
    ["s", 300, "change"],
    ["k", 900, "whole again"],
  ];
  const playback = playbackOf([{ from: 0, to: 900, key: true, records }], "screen");
  await playback.seek(0);
  expect(viewer.shown).toEqual(["|", "head", "monitors", "whole"]);
  expect(playback.position.get()).toBe(0);
  await playback.seek(400);
  expect(viewer.shown.at(-1)).toBe("change");
  await playback.seek(100);
  expect(viewer.shown).toEqual(["|", "head", "monitors", "whole"]);
});
