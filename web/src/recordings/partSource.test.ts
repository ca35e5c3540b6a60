import { beforeEach, expect, test } from "vitest";
import { Problem } from "../api/problem";
import { PartSource } from "./partSource";
import { partInfo, partOf } from "./testParts";

let fetched: number[];
beforeEach(() => {
  fetched = [];
});

const info = (part: number) => partInfo(part, part * 1_000, part * 1_000 + 900);
const content = partOf(["o", 5, "text"]);

const fetch = async (part: number) => {
  fetched.push(part);
  return content;
};

test("a part is fetched once, also when it is wanted twice at the same time", async () => {
  const source = new PartSource(fetch);
  source.prefetch(info(2));
  const [first, second] = await Promise.all([source.read(info(2)), source.read(info(2))]);
  expect(first).toBe(second);
  expect(first.map(({ ms }) => ms)).toEqual([2_005]);
  expect(fetched).toEqual([2]);
});

test("what was used longest ago makes room", async () => {
  const source = new PartSource(fetch, 2 * content.length);
  for (const part of [0, 1, 0, 2, 0, 1]) await source.read(info(part));
  expect(fetched).toEqual([0, 1, 2, 1]);
});

test("a part that did not come is fetched again", async () => {
  let isBroken = true;
  const source = new PartSource(async (part) => {
    if (isBroken) throw new Problem("away", 503, "overloaded");
    return fetch(part);
  });
  source.prefetch(info(0));
  await expect(source.read(info(0))).rejects.toMatchObject({ code: "overloaded" });
  isBroken = false;
  expect(await source.read(info(0))).toHaveLength(1);
});

test("a damaged part is a problem with its number", async () => {
  const source = new PartSource(async () => content.subarray(1));
  const refused = source.read(info(7));
  await expect(refused).rejects.toBeInstanceOf(Problem);
  await expect(refused).rejects.toMatchObject({
    code: "damaged",
    message: "Part 8 of this recording cannot be read.",
  });
});
