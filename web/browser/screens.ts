/** Screens of computers, as somebody sees them and works on them. */
import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";

/** That of one computer. */
export const screenPanel = (page: Page, hostname: string): Locator =>
  page.getByRole("region", { name: `Screen of ${hostname}`, exact: true });

/** Its picture, as soon as there is one. */
export const pictureOf = (panel: Locator): Locator =>
  panel.getByRole("img", { name: /^Picture of the screen of .+ × / });

/** How many colours the picture has, at most so many. */
export function coloursIn(picture: Locator, most: number): Promise<number> {
  return picture.evaluate((element, most) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext("2d");
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    const seen = new Set<string>();
    for (let at = 0; at < data.length && seen.size < most; at += 4) {
      seen.add([data[at], data[at + 1], data[at + 2]].join());
    }
    return seen.size;
  }, most);
}

/** Waits for a picture in which something can be seen: one colour alone is nothing. */
export async function isSeen(panel: Locator): Promise<void> {
  await pictureOf(panel).waitFor();
  await eventually("the picture shows something", async () => {
    return (await coloursIn(pictureOf(panel), 2)) > 1;
  });
}

/** Where a pixel of the part that is shown is on the page; `width`: how wide that part is. */
export async function onPage(panel: Locator, width: number, pixel: { x: number; y: number }) {
  const sheet = panel.locator("[data-drives]");
  const box = await sheet.boundingBox();
  if (!box) throw new Error("the picture is not shown");
  const scale = box.width / width;
  return { x: box.x + (pixel.x + 0.5) * scale, y: box.y + (pixel.y + 0.5) * scale };
}

/** Types on the computer, whose screen gets the keyboard by a click. */
export async function typeOn(panel: Locator, text: string): Promise<void> {
  await pictureOf(panel).click();
  await panel.getByText("Keys go to the computer.").waitFor();
  await panel.page().keyboard.type(text);
}
