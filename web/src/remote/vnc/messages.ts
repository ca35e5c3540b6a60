import { texts } from "../../texts/texts";

export const vnc = texts({
  // Asking for a connection.
  dialogTitle: (host: string) => `VNC on ${host}`,
  dialogAbout:
    "Shows what a VNC server shows, through the agent. Where none runs, open the screen instead.",
  host: "Address",
  hostHint: "As the agent sees it. Empty: the computer itself.",
  port: "Port",
  portHint: "Display 0 is 5900, display 1 is 5901, and so on.",
  portProblem: "A port is a number from 1 to 65535.",
  ownClient: "Command for your own client",
  ownClientHint: "For a terminal on your own computer, with an API key of yours in MUSTER_API_KEY.",
  clients: { vnc: "VNC", rdp: "RDP", ssh: "SSH", tcp: "TCP" },
  copyCommand: "Copy the command",

  // Joining a tunnel that another program has opened.
  tunnelTitle: (target: string, host: string) => `Tunnel to ${target} through ${host}`,
  tunnelAbout: (protocol: string | null) =>
    protocol
      ? `This tunnel is for ${protocol}, which a browser cannot show. The person who opened it uses it with a program of their own; this command opens another one for you.`
      : "A browser cannot know what is spoken in this tunnel. The person who opened it uses it with a program of their own; this command opens another one for you.",
  joinAsVnc: "It is VNC: show it",

  // The panel.
  panel: (host: string) => `VNC on ${host}`,
  picture: (host: string) => `Screen of ${host}, by VNC`,
  toolbar: "What can be done by VNC",
  dialling: (target: string) => `Connecting to ${target}…`,
  none: "VNC is not connected",
  again: "Connect again",
  own: (port: number) => `port ${port}`,
  ctrlAltDel: "Ctrl+Alt+Del",
  keyboard: "Type on the computer",

  // Logging in there.
  logIn: (target: string) => `Log in to VNC on ${target}`,
  logInAbout: "The VNC server asks for it. It is not stored.",
  fields: { username: "User name", password: "VNC password", target: "Session" },
  logInAction: "Log in",
  notAccepted: (reason: string) =>
    reason === ""
      ? "The VNC server did not accept the password."
      : `The VNC server did not accept the password. It says: ${reason}`,
  noPassword: "Nothing was entered, so the VNC server was left.",
  keyTitle: "Is this the right VNC server?",
  keyAbout: (target: string) =>
    `${target} shows this fingerprint of its key. Compare it with the one that the server shows.`,
  keyAction: "It is the right one",
  notTrusted: "The key of the VNC server was not accepted.",

  // Why it ended.
  serverClosed: "The VNC server closed the connection.",
  refused: (reason: string) => `The VNC server refused the connection: ${reason}`,
  notVnc: "What answers there does not speak VNC in a way that this page understands.",
  unreadable: "The VNC server sent something that this page does not understand.",
  tooMuch: "The VNC server did not take what was sent to it.",
  notLoaded: "What draws VNC could not be started. Reload the page.",
});
