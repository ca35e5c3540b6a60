import { texts } from "../texts/texts";

export const watches = texts({
  title: "You will be told",
  about:
    "What you asked to be told about once: on this page, by mail if you have an address, and in your browsers that show notifications.",
  none: "You have not asked to be told about anything. The menu of an agent and every run that is not over offer it.",
  what: "When",
  since: "Asked",
  tell: {
    online: "Tell me when it is online",
    offline: "Tell me when it goes offline",
    ended: "Tell me when it ends",
  },
  waits: {
    online: "You will be told when it is online.",
    offline: "You will be told when it goes offline.",
    ended: "You will be told when it ends.",
  },
  /** The beginning of the names below, which people with a screen reader hear. */
  cancel: "Do not tell me",
  stop: {
    online: "Do not tell me when it is online",
    offline: "Do not tell me when it goes offline",
    ended: "Do not tell me when it ends",
  },
  line: {
    online: (host: string) => `${host} is online`,
    offline: (host: string) => `${host} goes offline`,
  },
  run: (id: number, script: string) => (script ? `run ${id}, ${script},` : `run ${id}`),
  ends: (what: string, host: string) => `${what} on ${host} ends`,
  remove: (line: string) => `Do not tell me when ${line}`,
  show: "Show",
});
