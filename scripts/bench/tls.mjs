// A certificate for a server of the bench, and requests to one that has it.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";

/** Makes a certificate of its own for a server; gives the settings to start it with. */
export function certify(server) {
  const [key, certificate] = ["tls.key", "tls.pem"].map((name) => path.join(server.folder, name));
  execFileSync("openssl", [
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
    "-keyout", key, "-out", certificate, "-subj", "/CN=bench", "-addext", "subjectAltName=IP:127.0.0.1",
    "-addext", "basicConstraints=critical,CA:FALSE",
  ], { stdio: "ignore" });
  return { MUSTER_TLS_CERT: certificate, MUSTER_TLS_KEY: key };
}

/** The text at an address of a server with that certificate: `fetch` would not trust it. */
export function read(url, headers, certificate) {
  return new Promise((resolve, reject) => {
    const request = https.get(url, { headers, ca: readFileSync(certificate), agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve(text));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}
