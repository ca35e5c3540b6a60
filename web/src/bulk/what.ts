/** What a bulk action did, on which agents and by which rule, from its request. */
import type { Fact } from "../ui/Facts";
import { bulk as words } from "./messages";
import type { Bulk } from "./queries";

/** What was done, in one line. */
export function whatOf({ mode, body }: Pick<Bulk, "mode" | "body">): string {
  const said = body as Record<string, unknown>;
  const text = (name: string) => (said[name] ? String(said[name]) : "");
  switch (mode) {
    case "command":
      return firstLine(text("cmd"));
    case "script":
      return [text("script_name") || words.scriptNumber(text("script")), ...quoted(said.args)].join(
        " ",
      );
    case "patch":
      return text("patchMode") === "install" ? words.patchInstall : words.patchScan;
    case "software":
      return [text("name"), text("version")].filter(Boolean).join(" ");
    case "update":
      return text("version");
    case "task":
      return text("task_name") || words.taskNumber(text("task"));
    case "edit":
      return Object.keys((said.fields as object | undefined) ?? {}).join(", ");
    default:
      return "";
  }
}

function firstLine(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  return rest.length > 0 ? `${first} …` : first;
}

/** Arguments as one would type them. */
function quoted(args: unknown): string[] {
  if (!Array.isArray(args)) return [];
  return args.map(String).map((arg) => (/^[^\s"']+$/.test(arg) ? arg : JSON.stringify(arg)));
}

/** How carefully it went. */
export function ruleOf(body: Bulk["body"]): Fact[] {
  const said = body as Record<string, unknown>;
  const hours = Number(said.queue_hours ?? 24);
  return [
    [words.shell, said.shell ? String(said.shell) : null],
    [words.timeLimit, said.timeout ? words.seconds(Number(said.timeout)) : null],
    [words.runsAs, said.run_as_user === true ? words.asUser : null],
    [words.manager, said.manager ? String(said.manager) : null],
    [words.environment, Array.isArray(said.env_vars) ? said.env_vars.join(", ") : null],
    [words.batch, said.batch ? words.atATime(Number(said.batch)) : words.unlimited],
    [
      words.stop,
      typeof said.stop_on_failures === "number"
        ? words.moreThan(said.stop_on_failures)
        : words.never,
    ],
    [words.whenOffline, said.offline === "skip" ? words.skip : words.waitHours(hours)],
  ];
}

/** Which agents it was for. `places` has the names of clients and sites. */
export function targetOf(
  target: Bulk["target"],
  places: (kind: "client" | "site", id: number) => string | undefined,
): string {
  const said = target as Record<string, unknown>;
  const narrowed = [said.monType, said.osType].filter((word) => word && word !== "all").map(String);
  return [targetName(said, places), ...narrowed].join(", ");
}

function targetName(
  said: Record<string, unknown>,
  places: (kind: "client" | "site", id: number) => string | undefined,
): string {
  switch (said.target) {
    case "agents":
      return Array.isArray(said.agents) ? words.chosen(said.agents.length) : words.chosenSome;
    case "client":
    case "site": {
      const id = Number(said[said.target]);
      const kind = said.target === "client" ? words.client : words.siteName;
      return `${kind} ${places(said.target, id) ?? id}`;
    }
    case "filter":
      return words.filtered(
        Object.entries((said.filter as object | undefined) ?? {})
          .map(([name, value]) => `${name}: ${value}`)
          .join(", "),
      );
    default:
      return words.allAgents;
  }
}
