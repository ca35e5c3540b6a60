/**
 * Lets noVNC's modules be there at once. One of them waits at its top level for what the browser
 * can decode. A single module that waits makes the bundler cut the first page in another way, into
 * files that the manifest no longer names as the entry; and the answer is only needed once a VNC
 * server has connected.
 */
import type { Plugin } from "vite";

const MODULE = "/@novnc/novnc/core/util/browser.js";
const WAITS = "supportsWebCodecsH264Decode = await _checkWebCodecsH264DecodeSupport();";
const GOES_ON =
  "_checkWebCodecsH264DecodeSupport().then((is) => { supportsWebCodecsH264Decode = is; });";

export function withoutWaiting(): Plugin {
  return {
    name: "without-waiting",
    transform(code, id) {
      if (!id.split("?")[0]?.endsWith(MODULE)) return null;
      // Another version may do it in another way: better no build than one that is cut wrongly.
      if (!code.includes(WAITS)) throw new Error(`${MODULE} does not wait where it did`);
      return { code: code.replace(WAITS, GOES_ON), map: null };
    },
  };
}
