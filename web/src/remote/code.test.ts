import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { codes, needsCode, withCode } from "./code";

const WRONG = "The code is wrong.";
const refusal = (sentence: string) =>
  new Problem("The input is invalid.", 400, "invalid", { twofactor: [sentence] });

/** A server that wants this code. */
function serverThatWants(code: string) {
  const sent: (string | undefined)[] = [];
  const act = async (given?: string) => {
    sent.push(given);
    if (given === code) return "opened";
    throw refusal(given ? WRONG : "Enter the code.");
  };
  return { sent, act };
}

/** The question that is shown, once there is one. */
async function question() {
  for (let turn = 0; turn < 20 && !codes.question(); turn += 1) await Promise.resolve();
  const asked = codes.question();
  if (!asked) throw new Error("nobody is asked");
  return asked;
}

test("what was refused goes on with the code, and a wrong one is asked for again", async () => {
  const { sent, act } = serverThatWants("123456");
  const done = withCode(act);
  const first = await question();
  expect(first.wrong).toBeUndefined();
  first.answer("000000");
  const second = await question();
  expect(second.wrong).toBe(WRONG);
  second.answer("123456");
  expect(await done).toBe("opened");
  expect(sent).toEqual([undefined, "000000", "123456"]);
  expect(codes.question()).toBeUndefined();
});

test("somebody who gives up opens nothing", async () => {
  const { sent, act } = serverThatWants("123456");
  const done = withCode(act).catch((problem: Problem) => problem.code);
  (await question()).answer(null);
  expect([await done, sent]).toEqual(["no_code", [undefined]]);
});

test("two sessions that ask at once are answered one after the other", async () => {
  const [one, other] = [serverThatWants("111111"), serverThatWants("222222")];
  const both = Promise.all([withCode(one.act), withCode(other.act)]);
  (await question()).answer("111111");
  (await question()).answer("222222");
  expect(await both).toEqual(["opened", "opened"]);
});

test("every other refusal is left alone", async () => {
  const refused = new Problem("The agent is offline.", 409, "agent_offline");
  expect(needsCode(refused)).toBe(false);
  await expect(withCode(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(codes.question()).toBeUndefined();
});
