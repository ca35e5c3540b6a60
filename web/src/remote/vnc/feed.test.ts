import { beforeEach, expect, test } from "vitest";
import { type Credentials, type ScreenEvents, VncFeed, type VncView } from "./feed";
import type { TunnelSocket } from "./socket";
import { TestPipe } from "./testTunnel";

/** What noVNC would be: it records what it is told, and says what a test wants. */
class TestScreen {
  did: string[] = [];
  view: VncView | null = null;
  constructor(
    readonly socket: TunnelSocket,
    readonly given: Credentials,
    readonly events: ScreenEvents,
  ) {
    socket.onclose = () => events.onClosed();
  }
  answer = ({ password }: Credentials) => this.did.push(`password ${password}`);
  accept = () => this.did.push("accept");
  disconnect = () => {
    this.did.push("disconnect");
    this.socket.close();
  };
  pressCtrlAltDel = () => this.did.push("keys");
  paste = (text: string) => this.did.push(`paste ${text}`);
  setView = (view: VncView) => {
    this.view = view;
  };
}

let pipe: TestPipe;
let screens: TestScreen[];
let feed: VncFeed;

beforeEach(() => {
  pipe = new TestPipe();
  screens = [];
  feed = new VncFeed(pipe, (...given) => {
    const screen = new TestScreen(...given);
    screens.push(screen);
    return screen;
  });
});

const soon = () => Promise.resolve();

function last(): TestScreen {
  const screen = screens.at(-1);
  if (!screen) throw new Error("nothing is drawn");
  return screen;
}

/** The agent has connected, and the server asks for a password. */
function askedFor(number: number): TestScreen {
  pipe.end(number).open();
  last().events.onCredentials(["password"]);
  return last();
}

/** The server says no and hangs up. */
async function refused(screen: TestScreen, reason: string) {
  screen.events.onRefused(reason);
  screen.events.onClosed();
  await soon();
}

test("it dials once the session is open, and asks for the password that the server wants", () => {
  expect([feed.state.get(), pipe.ends.size]).toEqual([{ is: "waiting" }, 0]);
  pipe.begin();
  expect(feed.state.get()).toEqual({ is: "dialling" });
  const screen = askedFor(1);
  expect(feed.state.get()).toEqual({ is: "asking", fields: ["password"], problem: null });
  feed.answer({ password: "right" });
  screen.events.onOpen("desk");
  expect(feed.state.get()).toEqual({ is: "open", name: "desk" });
  expect([screen.did, screen.given]).toEqual([["password right"], {}]);
});

test("a wrong password is told, and the next one goes with a new connection", async () => {
  pipe.begin();
  const first = askedFor(1);
  feed.answer({ password: "wrong" });
  await refused(first, "Authentication failed");
  expect(feed.state.get()).toMatchObject({ is: "asking", fields: ["password"] });
  expect(feed.state.get()).toHaveProperty("problem", expect.stringMatching(/did not accept.*Auth/));
  feed.answer({ password: "right" });
  pipe.end(2).open();
  expect(last().given).toEqual({ password: "right" });
  last().events.onOpen("desk");
  expect(feed.state.get()).toEqual({ is: "open", name: "desk" });
});

test("a server that refuses before it asks is not asked again by itself", async () => {
  pipe.begin();
  pipe.end(1).open();
  await refused(last(), "Too many security failures");
  expect(feed.state.get()).toMatchObject({
    is: "closed",
    reason: expect.stringMatching(/Too many/),
  });
  feed.connect();
  expect(feed.state.get()).toEqual({ is: "dialling" });
  expect([...pipe.ends.keys()]).toEqual([1, 2]);
});

test("a closed port is explained in the agent's words, and nothing is drawn", async () => {
  pipe.begin();
  pipe.end(1).say({ type: "closed", reason: "Nothing listens on port 5900 of 127.0.0.1." });
  await soon();
  const reason = "Nothing listens on port 5900 of 127.0.0.1.";
  expect([feed.state.get(), screens]).toEqual([{ is: "closed", reason }, []]);
});

test("what answers without speaking VNC is called so", async () => {
  pipe.begin();
  pipe.end(1).open();
  last().events.onClosed();
  await soon();
  expect(feed.state.get()).toMatchObject({ reason: expect.stringMatching(/does not speak VNC/) });
});

test("after a break it comes back without asking again", async () => {
  pipe.begin();
  const first = askedFor(1);
  feed.answer({ password: "right" });
  first.events.onOpen("desk");
  pipe.cut();
  await soon();
  expect([feed.state.get(), first.did.at(-1)]).toEqual([{ is: "waiting" }, "disconnect"]);
  pipe.begin();
  pipe.end(2).open();
  expect(last().given).toEqual({ password: "right" });
  // What the connection before still reports is of no interest.
  first.events.onOpen("old");
  expect(feed.state.get()).toEqual({ is: "dialling" });
});

test("who gives no password has left the server, also after a break", async () => {
  pipe.begin();
  const screen = askedFor(1);
  feed.giveUp("Nothing was entered.");
  await soon();
  expect(screen.did).toEqual(["disconnect"]);
  expect(pipe.end(1).heard).toEqual(["open", "close"]);
  pipe.cut();
  pipe.begin();
  expect(feed.state.get()).toEqual({ is: "closed", reason: "Nothing was entered." });
});

test("a key is shown before anything is said to its server", () => {
  pipe.begin();
  pipe.end(1).open();
  last().events.onKey("01-02");
  expect(feed.state.get()).toEqual({ is: "verifying", fingerprint: "01-02" });
  feed.accept();
  expect([feed.state.get(), last().did]).toEqual([{ is: "dialling" }, ["accept"]]);
});

test("nobody types before it was decided that they may", () => {
  pipe.begin();
  pipe.end(1).open();
  expect(last().view).toEqual({ onlyWatches: true, fits: true });
  feed.setView({ onlyWatches: false, fits: false });
  expect(last().view).toEqual({ onlyWatches: false, fits: false });
  feed.pressCtrlAltDel();
  feed.paste("text");
  expect(last().did).toEqual(["keys", "paste text"]);
});

test("channels are used again after the last one", () => {
  pipe.begin();
  for (let count = 0; count < 64; count++) feed.connect();
  expect(Math.max(...pipe.ends.keys())).toBe(64);
  expect(pipe.end(1).heard).toEqual(["open"]);
});
