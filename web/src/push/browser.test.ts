import { expect, test } from "vitest";
import { type Abilities, browserName, hashOf, isSameKey, keyBytes, supportOf } from "./browser";

const able: Abilities = {
  isSecureContext: true,
  hasWorkers: true,
  hasPush: true,
  permission: "default",
};

test("a browser is ready, or there is one reason why it is not", () => {
  expect(supportOf(able)).toBe("ready");
  expect(supportOf({ ...able, permission: "granted" })).toBe("ready");
  expect(supportOf({ ...able, permission: "denied" })).toBe("denied");
  expect(supportOf({ ...able, permission: undefined })).toBe("unsupported");
  expect(supportOf({ ...able, hasPush: false })).toBe("unsupported");
  expect(supportOf({ ...able, hasWorkers: false, permission: "denied" })).toBe("unsupported");
  expect(supportOf({ ...able, isSecureContext: false, hasWorkers: false })).toBe("insecure");
});

test("a key in base64url becomes its bytes", () => {
  expect([...keyBytes("-_8AAQ")]).toEqual([0xfb, 0xff, 0, 1]);
  const key =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  expect([keyBytes(key).length, keyBytes(key)[0]]).toEqual([65, 4]);
});

test("a subscription with another key is recognised", () => {
  const key = keyBytes("-_8AAQ");
  expect(isSameKey(key.buffer, key)).toBe(true);
  expect(isSameKey(keyBytes("-_8AAg").buffer, key)).toBe(false);
  expect(isSameKey(keyBytes("-_8A").buffer, key)).toBe(false);
  expect([isSameKey(null, key), isSameKey(undefined, key)]).toEqual([false, false]);
});

test("an address is hashed as the server does it", async () => {
  const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await hashOf("abc")).toBe(expected);
});

test("a browser has a name that its owner recognises", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
  expect(browserName(chrome, "Browser")).toBe("Chrome on Linux");
  const edge =
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0";
  expect(browserName(edge, "Browser")).toBe("Edge on Windows");
  const firefox = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0";
  expect(browserName(firefox, "Browser")).toBe("Firefox on Android");
  const safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15";
  expect(browserName(safari, "Browser")).toBe("Safari on macOS");
  const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1";
  expect(browserName(iPhone, "Browser")).toBe("Safari on iOS");
  expect(browserName("", "Browser")).toBe("Browser");
});
