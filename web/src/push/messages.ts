import { texts } from "../texts/texts";

export const push = texts({
  title: "Browser notifications",
  about:
    "The browser shows alerts that you may read, even while no page of Muster is open. They are encrypted: the push service of the browser's vendor cannot read them.",
  here: "Notify me in this browser",
  blocked: {
    insecure: "Browsers allow notifications only on pages that are opened with https.",
    unsupported: "This browser does not support push notifications.",
    denied:
      "This browser blocks notifications from this page. Allow them in its settings for this site, then reload the page.",
  },
  noAlerts: "Your role may not read alerts, so nothing is sent until it does.",
  refused: "The browser does not allow notifications for this page.",
  noKeys: "The browser subscribed without keys: nothing can be sent to it.",
  on: "This browser shows notifications from now on.",
  off: "This browser shows no more notifications.",
  browser: "Browser",
  unnamed: "Browser",
  thisOne: "This browser",
  service: "Push service",
  severity: "Alerts",
  severityOf: (label: string) => `Alerts for ${label}`,
  severities: { info: "All", warning: "Warnings and errors", error: "Errors" },
  severitySaved: "Saved.",
  lastSent: "Last sent",
  never: "Never",
  failed: (error: string) => `Not sent: ${error}`,
  none: "None of your browsers shows notifications.",
  test: (label: string) => `Send a test to ${label}`,
  tested: (status: number, answer: string) =>
    `The push service accepted the test: ${answer ? `${status}, ${answer}` : status}`,
  testFailed: (reason: string) => `The test was not sent: ${reason}`,
  remove: (label: string) => `Remove ${label}`,
  removed: (label: string) => `${label} gets no more notifications.`,
});
