import { expect, test } from "vitest";
import { type Bytes, utf8 } from "./bytes";
import { Incoming, Outgoing, type Part } from "./streams";

const text = (bytes: Bytes | undefined) => bytes && new TextDecoder().decode(bytes);
const part = (offset: number, content: string): Part => ({ offset, bytes: utf8(content) });
const shown = (sent: Part | null) => sent && `${sent.offset} ${text(sent.bytes)}`;

/** A stream that the other side reads from its beginning. */
function outgoing(limit: number, capacity = 100): Outgoing {
  const stream = new Outgoing(capacity);
  stream.credit({ received: 0, limit });
  return stream;
}

test("nothing is sent before the other side asks for it, and no more than it asks for", () => {
  const stream = new Outgoing(100);
  stream.write(utf8("hello"));
  expect(stream.next()).toBeNull();
  stream.credit({ received: 0, limit: 3 });
  expect(shown(stream.next())).toBe("0 hel");
  expect(stream.next()).toBeNull();
  stream.credit({ received: 3, limit: 10 });
  stream.write(utf8(" world"));
  expect(shown(stream.next(4))).toBe("3 lo w");
  expect(shown(stream.next(4))).toBe("7 orl");
});

test("what was not received yet takes room", () => {
  const stream = outgoing(100, 6);
  expect(stream.write(utf8("abcd"))).toBe(true);
  expect(stream.write(utf8("efg"))).toBe(false);
  stream.next();
  stream.credit({ received: 2, limit: 100 });
  expect(stream.room).toBe(4);
  expect(stream.write(utf8("efg"))).toBe(true);
  expect(shown(stream.next())).toBe("4 efg");
});

test("after a break it goes on where the other side is", () => {
  const stream = outgoing(100);
  stream.write(utf8("one "));
  stream.write(utf8("two "));
  stream.next();
  stream.disconnected();
  stream.write(utf8("three"));
  expect(stream.next()).toBeNull();
  expect(stream.credit({ received: 6, limit: 50 })).toBe(0);
  expect(shown(stream.next())).toBe("6 o three");
});

test("another side that does not know the stream gets none of it twice", () => {
  const stream = outgoing(100);
  stream.write(utf8("rm -r x\r"));
  stream.next();
  stream.credit({ received: 3, limit: 100 });
  stream.disconnected();
  expect(stream.credit({ received: 0, limit: 50 })).toBe(5);
  expect(stream.next()).toBeNull();
  stream.write(utf8("ls"));
  expect(shown(stream.next())).toBe("0 ls");
  stream.disconnected();
  stream.credit({ received: 90, limit: 100 });
  stream.write(utf8("pwd"));
  expect(shown(stream.next())).toBe("90 pwd");
});

test("what was written for a side that is gone is not sent to the one after it", () => {
  const stream = outgoing(100, 20);
  stream.write(utf8("rm -r x\r"));
  stream.next(3);
  stream.disconnected();
  stream.write(utf8("y\r"));
  stream.discard();
  expect(stream.room).toBe(20);
  // Where the one before was as well, as far as anybody knows.
  expect(stream.credit({ received: 0, limit: 50 })).toBe(0);
  expect(stream.next()).toBeNull();
  stream.write(utf8("ls"));
  expect(shown(stream.next())).toBe("0 ls");
});

test("an acknowledgement of what was never sent ends the pipe, an old one is nothing", () => {
  const stream = outgoing(2);
  stream.write(utf8("abcd"));
  stream.next();
  expect(() => stream.credit({ received: 3, limit: 9 })).toThrow();
  stream.credit({ received: 2, limit: 4 });
  stream.credit({ received: 1, limit: 3 });
  expect(shown(stream.next())).toBe("2 cd");
});

test("what comes again is left out, and a gap ends the pipe", () => {
  const stream = new Incoming(100);
  stream.firstCredit();
  expect(text(stream.take(part(0, "abcd")))).toBe("abcd");
  expect(text(stream.take(part(2, "cdef")))).toBe("ef");
  expect(text(stream.take(part(0, "abc")))).toBe("");
  expect(stream.received).toBe(6);
  expect(() => stream.take(part(7, "h"))).toThrow("missing");
});

test("more than was asked for ends the pipe", () => {
  const stream = new Incoming(4);
  expect(() => stream.take(part(0, "a"))).toThrow();
  expect(stream.firstCredit()).toEqual({ received: 0, limit: 4 });
  stream.take(part(0, "abcd"));
  expect(() => stream.take(part(4, "e"))).toThrow();
});

test("more is asked for when half of the window is used", () => {
  const stream = new Incoming(10);
  stream.firstCredit();
  stream.take(part(0, "abcdefgh"));
  stream.used(4);
  expect(stream.nextCredit()).toBeNull();
  stream.used(1);
  expect(stream.nextCredit()).toEqual({ received: 8, limit: 15 });
  expect(stream.nextCredit()).toBeNull();
  // More cannot be used than has come.
  stream.take(part(8, "ijklmno"));
  stream.used(100);
  expect(stream.nextCredit()).toEqual({ received: 15, limit: 25 });
});

test("after a snapshot the stream goes on at its offset, whatever was there before", () => {
  const stream = new Incoming(10);
  stream.firstCredit();
  stream.take(part(0, "abc"));
  stream.restart(5_000);
  expect(stream.firstCredit()).toEqual({ received: 5_000, limit: 5_010 });
  expect(text(stream.take(part(4_998, "xyz")))).toBe("z");
});

test("however a stream is cut and repeated, the same arrives", () => {
  const content = Array.from({ length: 400 }, (_, at) => String.fromCharCode(97 + (at % 26)));
  const all = content.join("");
  for (let round = 1; round < 40; round += 1) {
    const sender = new Outgoing(1_000);
    const receiver = new Incoming(50);
    sender.write(utf8(all));
    let arrived = "";
    for (let step = 0; arrived.length < all.length; step += 1) {
      expect(step).toBeLessThan(2_000);
      if (step % round === 0) {
        sender.disconnected();
        sender.credit(receiver.firstCredit());
      }
      const sent = sender.next(1 + ((step * 7) % 23));
      // Every third one is lost with its connection.
      if (!sent || step % 3 === 2) {
        sender.disconnected();
        sender.credit(receiver.firstCredit());
        continue;
      }
      const fresh = receiver.take(sent);
      arrived += text(fresh);
      receiver.used(fresh.length);
      const credit = receiver.nextCredit();
      if (credit) sender.credit(credit);
    }
    expect(arrived).toBe(all);
  }
});
