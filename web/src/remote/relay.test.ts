import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { closingOf, relayAddress } from "./relay";

test("a relay is a path of this server, or another one by its whole address", () => {
  const here = "https://muster.example/ui/agents?search=x#y";
  const path = "/remote/v1/connect/";
  expect(relayAddress(path, here)).toBe("wss://muster.example/remote/v1/connect/");
  expect(relayAddress(path, "http://localhost:8000/ui/")).toBe(
    "ws://localhost:8000/remote/v1/connect/",
  );
  const other = "wss://relay.example:8443/remote/v1/connect/";
  expect(relayAddress(other, here)).toBe(other);
});

test("what may work in a moment is tried again, and a refusal is not", () => {
  const isFinal = (status: number, code: string) =>
    closingOf(new Problem("why", status, code)).isFinal;
  expect(isFinal(0, "unreachable")).toBe(false);
  expect(isFinal(503, "overloaded")).toBe(false);
  expect(isFinal(429, "too_many_requests")).toBe(false);
  expect(isFinal(409, "agent_offline")).toBe(false);
  expect(isFinal(504, "agent_timeout")).toBe(false);
  expect(isFinal(403, "forbidden")).toBe(true);
  expect(isFinal(404, "not_found")).toBe(true);
  expect(isFinal(409, "conflict")).toBe(true);
  expect(isFinal(409, "frozen")).toBe(true);
  expect(isFinal(0, "browser")).toBe(true);
  expect(isFinal(0, "fault")).toBe(true);
});
