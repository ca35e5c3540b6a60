/** The names of keys on this computer. */

/** Whether the key beside the space bar is Command. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad|ipod/i.test(platform);
}

interface Device {
  /** Not in every browser. */
  userAgentData?: { platform?: string };
  platform?: string;
}

function platform(): string {
  if (typeof navigator === "undefined") return "";
  const device = navigator as Device;
  return device.userAgentData?.platform || device.platform || "";
}

const apple = isApple(platform());

/** What is held for shortcuts: Ctrl, or Command on a Mac. */
export const MOD = apple ? "⌘" : "Ctrl";

/** The keys that open the palette, as shown on its button. */
export const paletteKeys = (onApple = apple) => (onApple ? "⌘K" : "Ctrl K");
