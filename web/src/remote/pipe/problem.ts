/** Why a connection of a pipe, or the whole pipe, cannot go on. */

export class PipeProblem extends Error {
  override readonly name = "PipeProblem";

  constructor(
    readonly code: string,
    message: string,
    /** Another connection would end the same way. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
