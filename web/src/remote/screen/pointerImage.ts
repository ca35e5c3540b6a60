/** How the computer's pointer looks, as something that styles and pictures can use. */
import { useMemo } from "react";
import type { Shape } from "./decode";

/** A picture of it, as an address that contains it. */
export function addressOf({ width, height, rgba }: Shape): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pixels = new Uint8ClampedArray(rgba);
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.toDataURL();
}

export function usePointerImage(shape: Shape | undefined): string | undefined {
  return useMemo(() => shape && addressOf(shape), [shape]);
}

/** The style of a pointer that looks so. A browser that finds it too large uses its own. */
export function cursorStyle(shape: Shape | undefined, address: string | undefined): string {
  return shape && address ? `url(${address}) ${shape.hotX} ${shape.hotY}, default` : "default";
}
