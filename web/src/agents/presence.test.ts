import { expect, test } from "vitest";
import { type Presence, presenceText } from "./presence";

const NOW = Date.parse("2026-11-16T12:03:00Z");
const text = (changes: Partial<Presence>) =>
  presenceText(
    { status: "online", connected: true, last_seen: "2026-11-16T12:00:00Z", ...changes },
    NOW,
  );

test("an agent is connected now, or the text says when it was last seen", () => {
  expect(text({})).toBe("Connected now");
  expect(text({ connected: false })).toBe("Not connected, last seen 3 minutes ago");
  expect(text({ connected: false, status: "overdue", last_seen: null })).toBe("Never connected");
});

test("an agent that is offline or overdue is never called connected", () => {
  expect(text({ status: "offline" })).toBe("Not connected, last seen 3 minutes ago");
  expect(text({ status: "overdue" })).toBe("Not connected, last seen 3 minutes ago");
});
