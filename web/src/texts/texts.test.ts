import { expect, test } from "vitest";
import { sentence } from "./texts";

test("a fragment becomes a sentence, and a sentence stays one", () => {
  expect(sentence("the agent is offline")).toBe("The agent is offline.");
  expect(sentence("Try again.")).toBe("Try again.");
  expect(sentence("really?")).toBe("Really?");
  expect(sentence(" ")).toBe("");
});
