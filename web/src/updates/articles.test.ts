import { expect, test } from "vitest";
import { articleOf, articlesOf } from "./articles";

test("an article leads to its page at Microsoft, by its number alone", () => {
  expect(articleOf("KB5034441")).toEqual({
    id: "KB5034441",
    href: "https://support.microsoft.com/help/5034441",
  });
  for (const name of ["", "bash", "KB", "KB12x", "KB5034441/../..", "kb-tools"]) {
    expect(articleOf(name)).toBeUndefined();
  }
});

test("every article of an update is named once", () => {
  const ids = (kb: string, kb_article_ids: string[]) =>
    articlesOf({ kb, kb_article_ids }).map(({ id }) => id);
  expect(ids("KB1111", ["KB1111", "KB2222"])).toEqual(["KB1111", "KB2222"]);
  expect(ids("vim", [])).toEqual([]);
  expect(articlesOf({ kb: "KB3333" }).map(({ id }) => id)).toEqual(["KB3333"]);
});
