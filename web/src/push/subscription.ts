/** This browser's own subscription: whether there is one, how to get one, and how to end it. */
import { hashOf, isSameKey, keyBytes, type Support, supportOf } from "./browser";
import { push as words } from "./messages";

/** Responsible for the folder it is in, which is the interface. */
const FOLDER = import.meta.env.BASE_URL;
const WORKER = `${FOLDER}push-worker.js`;

/** What the server needs to send something here. */
export interface Keys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function support(): Support {
  return supportOf({
    isSecureContext: window.isSecureContext,
    hasWorkers: "serviceWorker" in navigator,
    hasPush: "PushManager" in window,
    permission: "Notification" in window ? Notification.permission : undefined,
  });
}

async function current(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(FOLDER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The hash of this browser's address, by which the server lists it; null while it has none. */
export async function currentHash(): Promise<string | null> {
  const subscription = await current();
  return subscription && hashOf(subscription.endpoint);
}

/** Asks for permission and subscribes. To be called from a click: browsers ask only then. */
export async function subscribe(publicKey: string): Promise<Keys> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(words.refused);
  const registration = await navigator.serviceWorker.register(WORKER, { scope: FOLDER });
  await navigator.serviceWorker.ready;
  const key = keyBytes(publicKey);
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !isSameKey(subscription.options.applicationServerKey, key)) {
    // Of an installation that was here before.
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error(words.noKeys);
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

export async function unsubscribe(): Promise<void> {
  await (await current())?.unsubscribe();
}
