import { expect, test } from "vitest";
import { usualShell } from "./shell";

test("a command for Windows alone begins with the command prompt, any other with Bash", () => {
  expect(usualShell(["windows", "windows"])).toBe("cmd");
  expect(usualShell(["linux", "darwin"])).toBe("bash");
  expect(usualShell(["windows", "linux"])).toBe("bash");
  expect(usualShell([])).toBe("bash");
});
