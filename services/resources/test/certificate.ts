import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Makes a key and a certificate for loopback in a folder, in place of those that are there. */
export function makeCertificate(folder: string): { readonly certFile: string; readonly keyFile: string } {
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", keyFile, "-out", certFile];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "ignore" });
  return { certFile, keyFile };
}
