/** The first values of the form that edits a former run. */
import type { Agent } from "../agents/queries";
import type { WholeRun } from "./queries";
import { defaultShell, shellChoices } from "./shells";

export interface CommandValues {
  shell: string;
  custom_shell: string;
  cmd: string;
  timeout: number;
  run_as_user: boolean;
  queue_hours: number;
}

type Former = Pick<WholeRun, "type" | "shell" | "command" | "timeout" | "script" | "request">;

export function commandValues(
  agent: Pick<Agent, "plat" | "default_shell">,
  former: Former | undefined,
): CommandValues {
  const repeated = former?.type === "cmd_run" ? former : undefined;
  const isKnown =
    !repeated || shellChoices(agent.plat).some((choice) => choice.value === repeated.shell);
  return {
    shell: isKnown ? (repeated?.shell ?? defaultShell(agent)) : "custom",
    custom_shell: isKnown ? "" : (repeated?.shell ?? ""),
    cmd: repeated?.command ?? "",
    timeout: repeated?.timeout ?? 30,
    run_as_user: repeated?.request?.run_as_user === true,
    queue_hours: 24,
  };
}

export interface ScriptValues {
  script: string;
  args: string[];
  env_vars: string[];
  timeout: number | string;
  run_as_user: boolean;
  output: string;
  custom_field: string | null;
  save_all_output: boolean;
  queue_hours: number;
}

const BEGIN: ScriptValues = {
  script: "",
  args: [],
  env_vars: [],
  timeout: "",
  run_as_user: false,
  output: "forget",
  custom_field: null,
  save_all_output: false,
  queue_hours: 24,
};

/** The server does not return values of environment variables: see `hiddenVariables`. */
export function scriptValues(former: Former | undefined): ScriptValues {
  if (former?.type !== "script_run" || !former.script) return BEGIN;
  const request: Record<string, unknown> = former.request ?? {};
  const output = String(request.output ?? "forget");
  return {
    ...BEGIN,
    script: String(former.script),
    args: texts(request.args),
    timeout: former.timeout ?? "",
    run_as_user: request.run_as_user === true,
    // Here the output is shown while it arrives.
    output: output === "wait" ? "forget" : output,
    custom_field: request.custom_field ? String(request.custom_field) : null,
    save_all_output: request.save_all_output === true,
  };
}

/** Names of the variables that have to be entered once more. */
export function hiddenVariables(former: Former | undefined): string[] {
  return texts(former?.request?.env_vars).map((entry) => entry.split("=")[0] ?? entry);
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
