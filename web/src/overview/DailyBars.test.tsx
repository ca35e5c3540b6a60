import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DailyBars } from "./DailyBars";

const NOW = Date.parse("2026-11-18T04:30:00Z");

const shown = renderToStaticMarkup(
  <MantineProvider>
    <DailyBars
      label="Alerts opened"
      now={NOW}
      parts={[
        { label: "Error", color: "red", counts: [0, 0, 0, 0, 0, 1, 3] },
        { label: "Warning", color: "orange", counts: [2, 0, 0, 0, 0, 0, 1] },
      ]}
    />
  </MantineProvider>,
);

const inTags = (page: string, tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, "g"))].map(([, inside]) =>
    (inside ?? "").replaceAll(/<[^>]*>/g, ""),
  );

test("a table says in words what the bars show, day by day", () => {
  expect(shown).toContain('aria-label="Alerts opened"');
  expect(inTags(shown, "th").slice(0, 3)).toEqual(["Time", "Error", "Warning"]);
  expect(inTags(shown, "td")).toEqual([
    "0",
    "2",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "1",
    "0",
    "3",
    "1",
  ]);
});

test("the sums are beside the colours, and the bars themselves are not read out", () => {
  expect(inTags(shown, "p").slice(0, 2)).toEqual(["Error: 4", "Warning: 3"]);
  expect(shown).toMatch(/<div class="[^"]*bars[^"]*" aria-hidden="true">/);
  expect(inTags(shown, "span").filter((text) => / [dh]$/.test(text))).toEqual([
    "7 d",
    "6 d",
    "5 d",
    "4 d",
    "3 d",
    "2 d",
    "24 h",
  ]);
});

test("the highest bar is as high as there is room, and the others are in proportion", () => {
  const heights = [...shown.matchAll(/height:([\d.]+)%/g)].map(([, height]) => Number(height));
  // The last part comes first: it stands on top of the others.
  expect(heights).toEqual([37.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18.75, 18.75, 56.25]);
});
