import { expect, test } from "vitest";
import { formatMoment } from "../texts/format";
import { consentText, participants, participantText, secondsOf, toneOf, watchers } from "./rows";

const NOON = "2026-03-01T12:00:00Z";

test("a session lasts until its end, and one that has none until now", () => {
  const ended = "2026-03-01T12:01:30Z";
  expect(secondsOf({ created: NOON, ended }, Date.parse(NOON))).toBe(90);
  expect(secondsOf({ created: NOON, ended: null }, Date.parse(NOON) + 5_000)).toBe(5);
  // The clocks of browser and server may differ.
  expect(secondsOf({ created: NOON, ended: null }, Date.parse(NOON) - 5_000)).toBe(0);
});

test("somebody who reconnected is named once, and who has left is not", () => {
  const viewer = (user: string, left: string | null, connected: string | null = NOON) => ({
    ...{ viewer: "id", user, address: "192.0.2.7", view_only: false, is_driver: false },
    ...{ connected, left },
  });
  const viewers = [
    viewer("ann", NOON),
    viewer("ann", null),
    viewer("ann", null),
    viewer("ben", NOON),
    viewer("eve", null, null),
  ];
  expect(watchers({ viewers })).toEqual(["ann"]);
  expect(participants({ viewers }).map(({ user }) => user)).toEqual(["ann", "ann", "ann", "ben"]);
});

test("a status of a newer server is quiet", () => {
  expect(["open", "opening", "ended", "paused"].map((status) => toneOf({ status }))).toEqual([
    "good",
    "info",
    "quiet",
    "quiet",
  ]);
});

test("consent is told with its answer, where there was a question", () => {
  const text = (consent: string, consent_answer: string) =>
    consentText({ consent, consent_answer });
  expect(text("ask", "denied")).toBe("The person was asked: they refused");
  expect(text("ask", "")).toBe("The person was asked");
  expect(text("notice", "granted")).toBe("The person saw a notice");
  expect(text("off", "vetoed")).toBe(
    "The person was not told: the computer's own settings forbid it",
  );
  expect(text("twice", "")).toBe("twice");
});

test("a participant is told by name, address and time", () => {
  const left = "2026-03-01T12:01:30Z";
  const ben = { viewer: "id", user: "ben", address: "192.0.2.7", connected: NOON };
  const [from, until] = [formatMoment(NOON), formatMoment(left)];
  expect(participantText({ ...ben, view_only: false, is_driver: true, left })).toBe(
    `ben · from 192.0.2.7 · ${from} – ${until} · typed last`,
  );
  expect(participantText({ ...ben, view_only: true, is_driver: false, left: null })).toBe(
    `ben · from 192.0.2.7 · since ${from} · watched only`,
  );
});
