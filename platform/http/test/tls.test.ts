import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { settingsFrom } from "@vedette/settings";
import { expect, it, onTestFinished, vi } from "vitest";
import { createHttpServer, httpSettings, OPEN } from "../src/index.ts";
import { makeCertificate } from "./certificate.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vedette-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function aServer(certFile: string, keyFile: string) {
  const settings = settingsFrom(httpSettings, {
    "log.level": "silent",
    "server.tls.cert_file": certFile,
    "server.tls.key_file": keyFile,
  });
  return createHttpServer({ settings, publicUrl: "https://localhost" });
}

async function openServer(folder: string) {
  const { certFile, keyFile } = makeCertificate(folder);
  const app = aServer(certFile, keyFile);
  onTestFinished(async () => await app.close());
  app.get("/", { config: { permission: OPEN } }, async () => ({ isSafe: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { certFile, port: (app.server.address() as AddressInfo).port };
}

async function shownCertificate(port: number): Promise<string> {
  const socket: TLSSocket = connect({ host: "127.0.0.1", port, servername: "localhost", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

it("a server with a certificate answers over TLS, and to nobody without it", async () => {
  const { certFile, port } = await openServer(aFolder());

  const asked = request({ host: "localhost", port, ca: readFileSync(certFile), agent: false }).end();
  const [answer] = await once(asked, "response");
  const plain = plainRequest({ host: "127.0.0.1", port, agent: false }).end();
  const [refusal] = await once(plain, "error");
  const again = request({ host: "localhost", port, ca: readFileSync(certFile), agent: false }).end();
  const [second] = await once(again, "response");

  expect([answer.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(answer.headers["strict-transport-security"]).toBeDefined();
  expect(refusal).toBeInstanceOf(Error);
});

it("takes a renewed certificate while it runs, and keeps the old one while the files do not fit", async () => {
  const folder = aFolder();
  const { certFile, port } = await openServer(folder);
  const first = await shownCertificate(port);

  writeFileSync(certFile, "no certificate");
  const meanwhile = await shownCertificate(port);
  makeCertificate(folder);

  expect(meanwhile).toBe(first);
  await vi.waitFor(async () => expect(await shownCertificate(port)).not.toBe(first), {
    timeout: 40_000,
    interval: 250,
  });
});

it.each([
  ["a certificate without a key", (folder: string) => [makeCertificate(folder).certFile, ""] as const, /go together/],
  [
    "a file that is not there",
    (folder: string) => [join(folder, "x"), makeCertificate(folder).keyFile] as const,
    /x, which/,
  ],
  [
    "a key that is none",
    (folder: string) => [makeCertificate(folder).certFile, makeCertificate(folder).certFile] as const,
    /no certificate with its key/,
  ],
])("does not start with %s", (_, make, message) => {
  const [certFile, keyFile] = make(aFolder());

  expect(() => aServer(certFile, keyFile)).toThrow(message);
});
