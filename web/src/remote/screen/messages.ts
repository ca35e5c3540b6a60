import { count, texts } from "../../texts/texts";

export const screen = texts({
  panel: (host: string) => `Screen of ${host}`,
  picture: (host: string, size: string) => `Picture of the screen of ${host}, ${size}`,
  keyboard: (host: string) => `Keyboard of ${host}`,
  keyboardHint:
    "All keys go to the computer, also Tab and Escape. Press Ctrl, Alt and Shift together to leave.",
  captured: "Keys go to the computer. Ctrl+Alt+Shift leaves.",
  toolbar: "What can be done on the screen",

  // Before, instead of and after a picture.
  waiting: "Waiting for the first picture…",
  none: "The screen is not shown",
  ended: "The session has ended",
  tooMuch:
    "The agent sends more than it was asked for. The session was closed to protect this page.",
  stuck: "The picture could not be read in time. The session was closed to protect this page.",
  noDecoder:
    "This browser could not start what draws the picture. Reload the page; if that does not help, update the browser.",
  faults: {
    malformed: "The agent sent pictures that this page does not understand.",
    version: "The agent and this page speak different versions. Update the agent.",
    too_large: "The screen of this computer is larger than this page can show.",
  },

  // How much of it is seen.
  view: "View",
  fit: "Fit",
  fitLong: "As large as there is room for",
  actual: "1:1",
  actualLong: "1:1, every pixel as it is",
  percent: (value: string) => `${value} %`,
  refresh: "Draw everything again",
  monitors: "Monitors",
  allMonitors: "All monitors",
  monitor: (number: number, name: string, size: string) =>
    `${number}: ${name === "" ? "Monitor" : name}, ${size}`,
  primary: "main",
  size: (width: string, height: string) => `${width} × ${height}`,
  full: "Full screen",
  notFull: "Leave full screen",
  noFull: "This browser has no full screen for pages.",

  // Keys.
  keys: "Keys",
  keyMode: "What you type",
  modes: {
    text: "Characters, as on your keyboard",
    shortcut: "Positions of keys, for shortcuts and games",
  },
  specialKeys: "Press on the computer",
  showKeyboard: "Keyboard of this device",

  // Clipboards.
  clipboard: "Clipboard",
  send: "Send my text to the computer",
  fetch: "Take the text of the computer",
  noText: "Nothing was copied on the computer yet.",
  type: "Type my text on the computer",
  typeHint: "For places without a clipboard, such as the login",
  share: "Keep both clipboards the same",
  shareHint: "As far as this browser allows it",
  sent: "The text is in the computer's clipboard.",
  fetched: "The text of the computer is in your clipboard.",
  empty: "Your clipboard has no text.",
  notReadable:
    "This browser does not let the page read your clipboard. Allow it beside the address of the page.",
  notWritable: "This browser does not let the page write to your clipboard.",
  tooLongToSend: "A text for the clipboard has at most 1 MiB.",
  tooLongToType: "This text is too long to be typed. Send it to the clipboard instead.",

  onlyWatch: "Only watch",
  onlyWatchHint: "Your mouse and keyboard do nothing on the computer.",
  notDriving: "You are watching. Take over first.",
  notOpen: "The session is not open.",

  frames: (value: number) => `${count(value, "frame")}/s`,
  delay: (value: string) => `${value} ms`,
  delayHint: "From moving the mouse until it is seen",
  rate: (value: string) => `${value}/s`,
  total: (value: string) => `${value} received`,
});
