import { expect, test } from "vitest";
import { type Bytes, utf8 } from "./bytes";
import { DirectionSecret } from "./keys";
import { Opener, Sealer, type SealerLimits } from "./sealed";

const SECRET: Bytes = new Uint8Array(32).fill(7);
const secret = () => new DirectionSecret(SECRET);
const pair = (limits: Partial<SealerLimits> = {}) =>
  [new Sealer(secret(), limits), new Opener(secret())] as const;

const text = (bytes: Bytes) => new TextDecoder().decode(bytes);
const epochOf = (message: Bytes) => new DataView(message.buffer).getUint32(1);
const problem = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    ({ code }: { code: string }) => code,
  );

test("messages that are sealed at once keep their order", async () => {
  const [sealer, opener] = pair();
  const words = ["one", "two", "", "four"];
  const messages = await Promise.all(words.map((word) => sealer.seal(utf8(word))));
  for (const [at, message] of messages.entries()) {
    expect(text(await opener.open(message))).toBe(words[at]);
  }
});

test("there is a new key after an hour, and after so many messages", async () => {
  let now = 0;
  const [sealer, opener] = pair({ messages: 2, now: () => now });
  const epochs: number[] = [];
  for (const at of [0, 10, 20, 30, 40, 3_600_040, 3_600_041]) {
    now = at;
    const message = await sealer.seal(utf8("x"));
    epochs.push(epochOf(message));
    expect(text(await opener.open(message))).toBe("x");
  }
  expect(epochs).toEqual([0, 0, 1, 1, 2, 3, 3]);
});

test("what was changed, repeated, left out or cut off ends the pipe", async () => {
  const [sealer, opener] = pair();
  const [first, second, third] = (await Promise.all(
    ["1", "2", "3"].map((word) => sealer.seal(utf8(word))),
  )) as [Bytes, Bytes, Bytes];
  for (let at = 0; at < first.length; at += 1) {
    const changed = first.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x80;
    expect(await problem(new Opener(secret()).open(changed)), `byte ${at}`).toBe("broken_seal");
  }
  expect(await problem(opener.open(first.slice(0, 20)))).toBe("broken_seal");
  expect(await problem(opener.open(second))).toBe("broken_seal");
  expect(await problem(opener.open(first))).toBe("opened");
  expect(await problem(opener.open(first))).toBe("broken_seal");
  expect(await problem(opener.open(third))).toBe("broken_seal");
  expect(await problem(opener.open(second))).toBe("opened");
});

test("an epoch can be followed by the next alone, and only from its beginning", async () => {
  const [sealer] = pair({ messages: 1 });
  const messages = [];
  for (const word of ["0", "1", "2"]) messages.push(await sealer.seal(utf8(word)));
  const [, second, third] = messages as [Bytes, Bytes, Bytes];
  expect(await problem(new Opener(secret()).open(third))).toBe("broken_seal");
  // Nothing came in the first epoch: that is allowed.
  expect(await problem(new Opener(secret()).open(second))).toBe("opened");
  const late = second.slice();
  late[12] = 1;
  expect(await problem(new Opener(secret()).open(late))).toBe("broken_seal");
});

test("a forged message of the next epoch does not change the keys", async () => {
  const [sealer, opener] = pair();
  const message = await sealer.seal(utf8("real"));
  const forged = message.slice();
  forged[4] = 1;
  expect(await problem(opener.open(forged))).toBe("broken_seal");
  expect(text(await opener.open(message))).toBe("real");
});
