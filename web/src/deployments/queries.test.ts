import { expect, test, vi } from "vitest";
import type { Deployment } from "./queries";

vi.stubGlobal("window", { location: { origin: "http://test" }, addEventListener: () => {} });
const { stateOf } = await import("./queries");

const deployment = (more: Partial<Deployment>) =>
  ({ expiry: "2026-01-02T00:00:00Z", uses: 0, max_uses: null, ...more }) as Deployment;
const now = Date.parse("2026-01-01T00:00:00Z");

test("a link is valid until it ends or is used up", () => {
  expect(stateOf(deployment({}), now)).toBe("valid");
  expect(stateOf(deployment({ max_uses: 2, uses: 2 }), now)).toBe("usedUp");
  expect(stateOf(deployment({ expiry: "2025-12-31T00:00:00Z" }), now)).toBe("expired");
});
