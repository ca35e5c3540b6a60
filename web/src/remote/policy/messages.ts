import { texts } from "../../texts/texts";

export const policy = texts({
  aboutHere:
    "What is left as above follows the next wider level. A change counts for sessions that are opened or joined from now on; a kind that is not allowed any more ends at once.",
  titleOf: (name: string) => `Remote sessions: ${name}`,
  saved: "The rules of remote sessions were saved.",
  readOnly: "You may see these rules, and not change them.",

  machine: "Type of computer",
  machines: { server: "Servers", workstation: "Workstations" },
  kinds: { terminal: "Terminal", files: "Files", screen: "Screen", tunnel: "Tunnels" },
  reset: "All as above",
  resetLabel: (kind: string) => `${kind}: all as above`,

  rules: {
    allowed: "Allowed",
    consent: "The person at the computer",
    consent_seconds: "Seconds to answer",
    when_nobody: "When nobody is there",
    recording: "Recording",
    record_input: "Record what is typed",
    end_to_end_only: "Programs on the server's socket",
    idle_seconds: "Ends when idle for (seconds)",
    longest_seconds: "Ends after (seconds)",
  },
  values: {
    allowed: { true: "Allowed", false: "Not allowed" },
    consent: { off: "Is not told", notice: "Sees a notice", ask: "Is asked first" },
    when_nobody: { block: "Refuse the session", proceed: "Go on without asking" },
    recording: {
      off: "Not recorded",
      on: "Recorded where possible",
      strict: "Recorded, or it pauses",
    },
    record_input: { true: "Recorded as well", false: "Not recorded" },
    end_to_end_only: { true: "Refused: the server would read along", false: "Allowed" },
  } as Record<string, Record<string, string>>,

  asAbove: (value: string) => `As above: ${value}`,
  from: (where: string) => `From ${where}.`,
  instead: (value: string, where: string) => `Set here. Above: ${value}, from ${where}.`,
  lasting: (duration: string, rest: string) => `${duration}. ${rest}`,
  places: {
    site: (name: string) => `site ${name}`,
    client: (name: string) => `client ${name}`,
    everything: () => "the global settings",
    release: () => "the defaults of Muster",
  } as Record<string, (name: string) => string>,
});
