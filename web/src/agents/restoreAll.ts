/** Agents restored at the same time. */
const AT_ONCE = 8;

/** Restores agents, a few at a time; returns why some were refused. */
export async function restoreAll(
  agentIds: readonly string[],
  restore: (agentId: string) => Promise<unknown>,
): Promise<unknown[]> {
  const left = [...agentIds];
  const refusals: unknown[] = [];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await restore(next).catch((refusal: unknown) => refusals.push(refusal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refusals;
}
