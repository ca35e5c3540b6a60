import { expect, test } from "vitest";
import { entryOf } from "./newBuild";

test("the entry of a build is found among the scripts of its page", () => {
  const page = `<script src="/ui/theme.js"></script>
    <script type="module" crossorigin src="/ui/assets/index-DzYvYPl_.js"></script>
    <link rel="modulepreload" crossorigin href="/ui/assets/client-DxDLYyAJ.js">`;
  expect(entryOf(page)).toBe("/ui/assets/index-DzYvYPl_.js");
});

test("a page without a build has none", () => {
  expect(entryOf('<script type="module" src="/src/main.tsx"></script>')).toBeNull();
});
