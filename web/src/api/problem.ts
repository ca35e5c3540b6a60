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
});

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

  /** From anything that was thrown: a problem as it is, everything else never reached the server. */
  static from(error: unknown): Problem {
    if (error instanceof Problem) return error;
    if (error instanceof TypeError) return new Problem(words.unreachable, 0, "unreachable");
    return new Problem(error instanceof Error ? error.message : String(error), 0, "unexpected");
  }
}

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
