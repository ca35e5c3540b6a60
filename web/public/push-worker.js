// Shows notifications of the server while no page is open, and opens what they are about.
// A file with a fixed name in the root of the interface: its folder is what it is responsible for.

/** The page that opens: one of this interface, whatever was sent. */
function pageOf(url) {
  const start = new URL("./", self.location.href);
  try {
    const page = new URL(url || "", start);
    if (page.origin === start.origin && page.pathname.startsWith(start.pathname)) return page.href;
  } catch {
    // Not an address.
  }
  return start.href;
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show(content) {
  const tag = content.tag || "";
  await self.registration.showNotification(content.title || "Muster", {
    body: content.body || "",
    icon: new URL("./icon.svg", self.location.href).href,
    data: { url: content.url || "" },
    tag,
    // What replaces a notification may be worse than it was. Without a tag this is an error.
    renotify: tag !== "",
  });
}

/** A page that is open already is brought to the front as it is; others keep what somebody types there. */
async function open(url) {
  const page = pageOf(url);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((one) => one.url === page);
  if (found) await found.focus();
  else await self.clients.openWindow(page);
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});
