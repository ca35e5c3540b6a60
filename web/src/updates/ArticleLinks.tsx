/** Links to the articles about an update; each opens beside the interface. */
import { Anchor, Group } from "@mantine/core";
import { articlesOf } from "./articles";

interface ArticleLinksProps {
  update: Parameters<typeof articlesOf>[0];
}

export function ArticleLinks({ update }: ArticleLinksProps) {
  const articles = articlesOf(update);
  if (articles.length === 0) return null;
  return (
    <Group gap={6} display="inline-flex">
      {articles.map(({ id, href }) => (
        <Anchor key={id} href={href} target="_blank" rel="noopener noreferrer" inherit>
          {id}
        </Anchor>
      ))}
    </Group>
  );
}
