/** The form of a script, as its panels share it. */
import type { UseFormReturnType } from "@mantine/form";
import type { Script } from "./queries";

export function scriptValues(script?: Script) {
  return {
    name: script?.name ?? "",
    description: script?.description ?? "",
    category: script?.category ?? "",
    shell: script?.shell ?? ("shell" as const),
    script_body: script?.script_body ?? "",
    default_timeout: script?.default_timeout ?? 90,
    args: script?.args ?? [],
    env_vars: script?.env_vars ?? [],
    syntax: script?.syntax ?? "",
    supported_platforms: script?.supported_platforms ?? [],
    run_as_user: script?.run_as_user ?? false,
    favorite: script?.favorite ?? false,
    hidden: script?.hidden ?? false,
    // Nothing: the server chooses, by the scope of the person who creates it.
    owner_clients: script?.owner_clients ?? null,
  };
}

export type ScriptValues = ReturnType<typeof scriptValues>;

export type ScriptForm = UseFormReturnType<ScriptValues>;
