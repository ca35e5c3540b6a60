/** A real server and real agents for one test file, on free ports, gone afterwards. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { eventually } from "./eventually.ts";

const run = promisify(execFile);
const programs = resolve(process.env.MUSTER_TEST_BIN ?? "../target/debug");

export interface Muster {
  /** Where it answers, without a slash at the end. */
  url: string;
  /** Of the tests' own files; gone with the server. */
  folder: string;
  /** The one-time code of the first start. */
  setupCode(): Promise<string>;
  /** Runs `muster` with its settings and returns the last line it prints. */
  command(...words: string[]): Promise<string>;
  /** Calls the API. */
  call<Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Enrols another computer with this name; its agent does not run yet. */
  enrolAgent(token: string, hostname: string): Promise<Agent>;
  /** Ends the server as a loss of power does. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export interface Agent {
  /** What the server calls it. */
  id: string;
  /** `within`: the beginning of a command that runs the rest of it somewhere else. */
  start(within?: string[]): void;
  stop(): Promise<void>;
}

/** Fills the folder of a server's data before it starts. */
export type Prepare = (command: Muster["command"], data: string) => Promise<void> | void;

interface Beginning {
  /** Where its data is, if it must stay. */
  data?: string;
  prepare?: Prepare;
  /** Whether it collects software and updates on its own, as servers do. */
  collects?: boolean;
}

/** Starts a server. */
export async function startMuster(beginning: Beginning = {}): Promise<Muster> {
  const folder = mkdtempSync(join(tmpdir(), "muster-browser-"));
  const data = beginning.data ?? join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    MUSTER_DATA: data,
    MUSTER_LISTEN: `127.0.0.1:${port}`,
    MUSTER_WEB_FOLDER: resolve("dist"),
    // Stories begin with what they made themselves; one asks for more.
    COLLECTION_DISABLED: beginning.collects ? "false" : "true",
  };
  const command: Muster["command"] = async (...words) => {
    const { stdout } = await run(join(programs, "muster"), words, { env: environment });
    return stdout.trimEnd().split("\n").at(-1) ?? "";
  };
  await beginning.prepare?.(command, data);
  const log = join(folder, "server.log");
  const serve = () => start([join(programs, "muster"), "serve"], environment, log);
  const answers = () => eventually("the server answers", async () => (await fetch(url)).ok);
  let server = serve();
  const agents: Agent[] = [];
  await answers();
  return {
    url,
    folder,
    command,
    async setupCode() {
      // It answers a moment before it prints.
      const read = () => /with the code (\S+)/.exec(readFileSync(log, "utf8"))?.[1];
      await eventually("the server prints a code", () => read() !== undefined);
      return read() ?? "";
    },
    call: (method, path, body, headers) => call(url + path, method, body, headers),
    async enrolAgent(token, hostname) {
      const place = join(folder, hostname);
      const agent = await enrolAgent({ ...environment, MUSTER_AGENT_DATA: place }, [
        "enroll",
        ...["--server", url, "--token", token, "--hostname", hostname],
      ]);
      agents.push(agent);
      return agent;
    },
    kill: () => stop(server, () => server.kill("SIGKILL")),
    async startAgain() {
      server = serve();
      await answers();
    },
    async stop() {
      await Promise.all(agents.map((agent) => agent.stop()));
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function enrolAgent(env: { MUSTER_AGENT_DATA: string }, enrol: string[]): Promise<Agent> {
  const place = env.MUSTER_AGENT_DATA;
  await run(join(programs, "muster-agent"), enrol, { env });
  const { agent_id } = JSON.parse(readFileSync(join(place, "identity.json"), "utf8"));
  let running: ChildProcess | undefined;
  let isWithin = false;
  return {
    id: agent_id,
    start(within = []) {
      isWithin = within.length > 0;
      const program = join(programs, "muster-agent");
      running = start([...within, program, "run"], env, `${place}.log`);
    },
    async stop() {
      if (!running) return;
      // What runs it elsewhere waits for it, and passes no signal on.
      const id = isWithin ? childOf(running) : undefined;
      await (id ? stop(running, () => process.kill(id, "SIGTERM")) : stop(running));
    },
  };
}

async function call<Answer>(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}

function start([program = "", ...words]: string[], env: NodeJS.ProcessEnv, log: string) {
  const output = openSync(log, "a");
  return spawn(program, words, { env, stdio: ["ignore", output, output] });
}

async function stop(child: ChildProcess, end: () => void = () => child.kill("SIGTERM")) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  end();
  const patience = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(patience);
}

/** The number of the only process that another one has started. */
export function childOf({ pid }: ChildProcess): number | undefined {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")) || undefined;
}

/**
 * A port below the range that the system hands out by itself: nobody else gets it before
 * somebody listens there, nor while nobody does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found) => {
    const listener = createServer();
    listener.once("error", () => found(false));
    listener.listen(port, "127.0.0.1", () => listener.close(() => found(true)));
  });
}
