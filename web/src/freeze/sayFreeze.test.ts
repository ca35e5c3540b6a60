import { expect, test } from "vitest";
import type { Freeze } from "./queries";
import { sayFreeze } from "./sayFreeze";

const freeze = (more: Partial<Freeze> = {}): Freeze => ({
  client: null,
  client_name: null,
  frozen_by: "ann",
  frozen_time: "2026-11-16T12:00:00Z",
  thaw_requested_by: null,
  thaw_requested_time: null,
  ...more,
});

test("the banner names what is frozen, who froze it, and who wants to thaw it", () => {
  expect(sayFreeze(freeze())).toBe("Everything was frozen by ann: nothing begins on any computer.");
  expect(sayFreeze(freeze({ client: 7, client_name: "Acme", thaw_requested_by: "bob" }))).toBe(
    "Acme was frozen by ann: nothing begins on its computers. bob asked for the thaw: another superuser has to confirm it.",
  );
});
