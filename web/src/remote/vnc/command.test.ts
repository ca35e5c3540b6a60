import { expect, test } from "vitest";
import { type Client, clientOf, commandOf, portFor } from "./command";
import { computerOf, inNames, targetName } from "./target";

const agent = { agent_id: "a-1", hostname: "reception-pc" };

function command(client: Client, host: string, port = 5900, hostname = agent.hostname) {
  const server = "https://rmm.example.com";
  return commandOf({ client, agent: { ...agent, hostname }, host, port, server });
}

test.each<[Client, string, number, string]>([
  ["vnc", "", 5900, "vnc"],
  ["vnc", "", 5901, "vnc 5901"],
  ["vnc", "nas", 5900, "vnc nas"],
  ["vnc", "fd00::1", 5901, "vnc '[fd00::1]:5901'"],
  ["ssh", "", 22, "ssh"],
  ["ssh", "", 2222, "ssh 2222"],
  ["rdp", "10.0.0.5", 3389, "rdp 10.0.0.5"],
  ["rdp", "10.0.0.5", 3390, "rdp 10.0.0.5:3390"],
  ["tcp", "", 8080, "tcp 127.0.0.1:8080"],
  ["tcp", "10.0.0.5", 443, "tcp 10.0.0.5:443"],
])("%s to %s port %i is %s", (client, host, port, expected) => {
  const whole = `muster connect reception-pc ${expected} --server https://rmm.example.com`;
  expect(command(client, host, port)).toBe(whole);
});

test.each(["pc; rm -rf ~", "$(reboot)", "-h", "a b", "pc\nreboot", "`x`", ""])(
  "a computer that is called %s puts nothing into a shell",
  (hostname) =>
    expect(command("ssh", "", 22, hostname)).toMatch(/^muster connect a-1 ssh --server/),
);

test("a port says what is spoken there, where it is a usual one", () => {
  const all = [5899, 5900, 5999, 6000, 3389, 22, 443].map(clientOf);
  expect(all).toEqual(["tcp", "vnc", "vnc", "tcp", "rdp", "ssh", "tcp"]);
});

test("other clients do not go to the port of the VNC server", () => {
  const all = (["vnc", "rdp", "ssh", "tcp"] as const).map((client) => portFor(client, 5901));
  expect(all).toEqual([5901, 3389, 22, 5901]);
});

test("what was typed is one word for a shell", () => {
  expect(command("ssh", "nas'; reboot", 22)).toContain(` 'nas'\\''; reboot' `);
});

test("the agent's own addresses are called by its name", () => {
  const own = { hostname: "reception-pc", host: "127.0.0.1", port: 5901 };
  const reason = "Nothing listens on port 5901 of 127.0.0.1.";
  expect(inNames(reason, own)).toBe("Nothing listens on port 5901 of reception-pc.");
  expect([targetName(own), computerOf(own)]).toEqual(["port 5901", "reception-pc"]);
});

test("other addresses stay as they are", () => {
  const nas = { hostname: "reception-pc", host: "10.0.0.5", port: 5900 };
  expect(inNames("Nothing listens on port 5900 of 10.0.0.5.", nas)).toContain("10.0.0.5.");
  expect([targetName(nas), computerOf(nas)]).toEqual(["10.0.0.5:5900", "10.0.0.5"]);
});
