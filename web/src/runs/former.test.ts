import { expect, test } from "vitest";
import { commandValues, hiddenVariables, scriptValues } from "./former";

const linux = { plat: "linux", default_shell: "bash" } as const;
const run = { type: "cmd_run", shell: "sh", command: "id", timeout: 7, script: null } as const;

test("a command is filled in as it was run, also as which user", () => {
  const former = { ...run, request: { run_as_user: true } };
  expect(commandValues(linux, former)).toEqual({
    shell: "sh",
    custom_shell: "",
    cmd: "id",
    timeout: 7,
    run_as_user: true,
    queue_hours: 24,
  });
  expect(commandValues(linux, { ...former, shell: "/bin/zsh" })).toMatchObject({
    shell: "custom",
    custom_shell: "/bin/zsh",
  });
  expect(commandValues(linux, undefined)).toMatchObject({ shell: "bash", cmd: "", timeout: 30 });
});

test("a script is filled in with the arguments it had, and names the variables to enter again", () => {
  const request = { args: ["-x"], env_vars: ["PASSWORD=********"], output: "wait" };
  const former = { ...run, type: "script_run" as const, script: 4, request };
  expect(scriptValues(former)).toMatchObject({
    script: "4",
    args: ["-x"],
    env_vars: [],
    timeout: 7,
    output: "forget",
  });
  expect(hiddenVariables(former)).toEqual(["PASSWORD"]);
  const noted = { ...former, request: { output: "collector", custom_field: 3 } };
  expect(scriptValues(noted)).toMatchObject({ output: "collector", custom_field: "3" });
  expect(scriptValues(undefined)).toMatchObject({ script: "", output: "forget" });
  expect(hiddenVariables(undefined)).toEqual([]);
});
