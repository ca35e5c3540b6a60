import { expect, test, vi } from "vitest";

vi.stubGlobal("window", { location: { origin: "http://test" }, addEventListener: () => {} });
const { inGroups, isRecoveryCode, isWrongCredentials } = await import("./signIn");

test("a refused sign-in is one by either status, and nothing else is", () => {
  const problem = (status: number, code: string) => isWrongCredentials({ status, code });
  expect(problem(400, "bad_credentials")).toBe(true);
  expect(problem(401, "invalid_credentials")).toBe(true);
  expect([
    problem(400, "invalid"),
    problem(429, "too_many_requests"),
    problem(0, "unreachable"),
  ]).toEqual([false, false, false]);
});

test("a key is read in groups of four", () => {
  expect(inGroups("JBSWY3DPEHPK3PXP")).toBe("JBSW Y3DP EHPK 3PXP");
  expect(inGroups("ABCDE")).toBe("ABCD E");
});

test("a recovery code may be typed with or without its hyphen, in capitals and with spaces", () => {
  expect(["ab2de-fg3hj", "AB2DEFG3HJ", " ab2de fg3hj "].map(isRecoveryCode)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["", "123456", "ab2de-fg3h", "ab2de-fg3hjk", "ab2de_fg3hj"].some(isRecoveryCode)).toBe(
    false,
  );
});
