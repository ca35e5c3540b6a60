/** What can go wrong with a call, in the words the server sent. */
import { texts } from "../texts/texts";

export interface ProblemBody {
  detail?: string;
  code?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
}

const words = texts({
  unreachable:
    "The server cannot be reached. Check the connection; the page tries again automatically.",
  unreadable: "The server answered in a way this page does not understand.",
  fault: (what: string) =>
    `This page has a fault (${what}). Reload it, and report it when it happens again.`,
});

/** What programs throw that have a fault; the same class means a failed request to `fetch`. */
const FAULTS = [TypeError, ReferenceError, RangeError, SyntaxError];

/** How browsers call what they could not load: a part of the page, or the rest of a response. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|^(failed to fetch|network ?error|load failed|error in input stream)/i;

/**
 * The one error every call rejects with. `message` is a sentence for people,
 * `code` is for programs, `fields` names what is wrong with a form.
 */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly fields: Record<string, string[]> = {},
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  /** There is nothing at this address, or nothing this person may see. */
  get isMissing(): boolean {
    return this.status === 404;
  }

  /** The computer or its agent does not support it: not an error, and no reason to retry. */
  get isUnsupported(): boolean {
    return this.code === "unsupported_platform" || this.code === "agent_outdated";
  }

  /** From a response that is not a success. */
  static async fromResponse(response: Response): Promise<Problem> {
    const body = await readBody(response);
    return new Problem(
      body?.detail ?? words.unreadable,
      response.status,
      body?.code ?? "unreadable",
      body?.errors ?? {},
      body?.request_id ?? response.headers.get("X-Request-Id"),
    );
  }

  /** From what a request was rejected with: without a response the server was not reached. */
  static ofRequest(error: unknown): Problem {
    return error instanceof TypeError ? unreachable() : Problem.from(error);
  }

  /** From anything else that was thrown. A fault of this page must not be looked for in the network. */
  static from(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError && NOT_LOADED.test(message)) return unreachable();
    if (FAULTS.some((kind) => error instanceof kind)) {
      return new Problem(words.fault(message), 0, "fault");
    }
    return new Problem(message, 0, "unexpected");
  }
}

const unreachable = () => new Problem(words.unreachable, 0, "unreachable");

async function readBody(response: Response): Promise<ProblemBody | null> {
  try {
    return (await response.json()) as ProblemBody;
  } catch {
    return null;
  }
}

/**
 * Field errors under the names a form uses. The server names a path
 * (`client.name`); `prefix` is what the form leaves out of it.
 */
export function formErrors(problem: Problem, prefix = ""): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, sentences] of Object.entries(problem.fields)) {
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    errors[name] = sentences.join(" ");
  }
  return errors;
}
