import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { Findings } from "./findings";
import { readRecords } from "./records";
import { partInfo, partOf } from "./testParts";

const info = partInfo(3, 5_000, 6_000);

test("a damaged part is a hole, which is asked for once", async () => {
  const asked: number[] = [];
  const findings = new Findings({
    read: async ({ part }) => {
      asked.push(part);
      throw new Problem("This part was changed.", 409, "conflict");
    },
    prefetch: ({ part }) => asked.push(-part),
  });
  expect([await findings.read(info), await findings.read(info)]).toEqual([[], []]);
  findings.prefetch(info);
  expect(asked).toEqual([3]);
  expect(findings.holes.get()).toEqual([{ ms: 5_000, reason: "This part was changed." }]);
});

test("a server that is away is no damage: the part is asked for again", async () => {
  let isAway = true;
  const findings = new Findings({
    read: async ({ first_ms }) => {
      if (isAway) throw new Problem("away", 503, "overloaded");
      return readRecords(partOf(["o", 5, "text"]), first_ms);
    },
    prefetch: () => {},
  });
  await expect(findings.read(info)).rejects.toMatchObject({ status: 503 });
  isAway = false;
  expect((await findings.read(info)).map(({ ms }) => ms)).toEqual([5_005]);
  expect(findings.holes.get()).toEqual([]);
});
