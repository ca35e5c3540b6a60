import { expect, test } from "vitest";
import { usualShell } from "./shell";

test("a command for Windows alone begins with PowerShell, any other with Bash", () => {
  expect(usualShell(["windows", "windows"])).toBe("powershell");
  expect(usualShell(["linux", "darwin"])).toBe("bash");
  expect(usualShell(["windows", "linux"])).toBe("bash");
  expect(usualShell([])).toBe("bash");
});
