/** Articles of Microsoft's knowledge base about updates. */
import type { AgentUpdate, FleetUpdate } from "./queries";

export interface Article {
  /** `KB5034441`. */
  id: string;
  href: string;
}

const HELP = "https://support.microsoft.com/help/";
const NUMBERED = /^KB(\d{4,10})$/i;

/** The page of an article; nothing for the name of a package. */
export function articleOf(id: string): Article | undefined {
  const number = NUMBERED.exec(id.trim())?.[1];
  return number ? { id: `KB${number}`, href: `${HELP}${number}` } : undefined;
}

/** All articles about an update, each once. */
export function articlesOf(
  update: Pick<AgentUpdate, "kb" | "kb_article_ids"> | Pick<FleetUpdate, "kb">,
): Article[] {
  const ids = "kb_article_ids" in update ? [update.kb, ...update.kb_article_ids] : [update.kb];
  const articles = ids.map(articleOf).filter((article) => article !== undefined);
  return [...new Map(articles.map((article) => [article.id, article])).values()];
}
