/** What a bulk action did, on which agents and by which rule, from its request. */
import type { Fact } from "../ui/Facts";
import { bulk as words } from "./messages";
import type { Bulk } from "./queries";

/** What was done, in one line. */
export function whatOf({ mode, body }: Pick<Bulk, "mode" | "body">): string {
  const request = body as Record<string, unknown>;
  const text = (name: string) => (request[name] ? String(request[name]) : "");
  switch (mode) {
    case "command":
      return firstLine(text("cmd"));
    case "script":
      return [
        text("script_name") || words.scriptNumber(text("script")),
        ...quoted(request.args),
      ].join(" ");
    case "patch":
      return text("patchMode") === "install" ? words.patchInstall : words.patchScan;
    case "software":
      return [text("name"), text("version")].filter(Boolean).join(" ");
    case "update":
      return text("version");
    case "task":
      return text("task_name") || words.taskNumber(text("task"));
    case "edit":
      return Object.keys((request.fields as object | undefined) ?? {}).join(", ");
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
  const request = body as Record<string, unknown>;
  const hours = Number(request.queue_hours ?? 24);
  return [
    [words.shell, request.shell ? String(request.shell) : null],
    [words.timeLimit, request.timeout ? words.seconds(Number(request.timeout)) : null],
    [words.runsAs, request.run_as_user === true ? words.asUser : null],
    [words.manager, request.manager ? String(request.manager) : null],
    [words.environment, Array.isArray(request.env_vars) ? request.env_vars.join(", ") : null],
    [words.batch, request.batch ? words.atATime(Number(request.batch)) : words.unlimited],
    [
      words.stop,
      typeof request.stop_on_failures === "number"
        ? words.moreThan(request.stop_on_failures)
        : words.never,
    ],
    [words.whenOffline, request.offline === "skip" ? words.skip : words.waitHours(hours)],
  ];
}

/** Which agents it was for. `places` has the names of clients and sites. */
export function targetOf(
  target: Bulk["target"],
  places: (kind: "client" | "site", id: number) => string | undefined,
): string {
  const request = target as Record<string, unknown>;
  const narrowed = [request.monType, request.osType]
    .filter((word) => word && word !== "all")
    .map(String);
  return [targetName(request, places), ...narrowed].join(", ");
}

function targetName(
  request: Record<string, unknown>,
  places: (kind: "client" | "site", id: number) => string | undefined,
): string {
  switch (request.target) {
    case "agents":
      return Array.isArray(request.agents) ? words.chosen(request.agents.length) : words.chosenSome;
    case "client":
    case "site": {
      const id = Number(request[request.target]);
      const kind = request.target === "client" ? words.client : words.siteName;
      return `${kind} ${places(request.target, id) ?? id}`;
    }
    case "filter":
      return words.filtered(
        Object.entries((request.filter as object | undefined) ?? {})
          .map(([name, value]) => `${name}: ${value}`)
          .join(", "),
      );
    default:
      return words.allAgents;
  }
}
