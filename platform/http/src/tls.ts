import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { Server } from "node:https";
import { createSecureContext } from "node:tls";
import { SettingsError, type SettingsOf } from "@vedette/settings";
import type { App } from "./app.ts";
import type { httpSettings } from "./settings.ts";

/** A certificate with its chain, and its key, both PEM. */
interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** How often the files are looked at. By their state: whoever renews certificates replaces files, links and folders. */
const LOOK_EVERY_MS = 5000;

/**
 * Reads what the server proves itself with.
 *
 * @returns `undefined` where it does not speak TLS
 * @throws SettingsError when a file is missing or not readable, or the two do not fit
 */
export function readCertificate(settings: SettingsOf<typeof httpSettings>): Certificate | undefined {
  const { "server.tls.cert_file": certFile, "server.tls.key_file": keyFile } = settings;
  if (certFile === "" && keyFile === "") return undefined;
  if (certFile === "" || keyFile === "") {
    throw refused(
      "server.tls.cert_file and server.tls.key_file (VEDETTE_UI_SERVER_TLS_CERT, VEDETTE_UI_SERVER_TLS_KEY) go together: set both, or neither",
    );
  }
  const certificate = { cert: readPem("server.tls.cert_file", certFile), key: readPem("server.tls.key_file", keyFile) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw refused(`${certFile} and ${keyFile} are no certificate with its key: ${messageOf(error)}`);
  }
  return certificate;
}

/** Takes a renewed certificate without a restart. Until its files fit together the old one stays. */
export function followCertificate(app: App, settings: SettingsOf<typeof httpSettings>): void {
  const files = [settings["server.tls.cert_file"], settings["server.tls.key_file"]];
  const server: Pick<Server, "setSecureContext"> = app.server as unknown as Server; // made so by createHttpServer
  const take = (): void => {
    try {
      const certificate = readCertificate(settings);
      if (certificate !== undefined) server.setSecureContext(certificate);
      app.log.info({ files }, "the certificate was renewed");
    } catch (err) {
      app.log.warn({ err }, "the renewed certificate cannot be used; the old one stays");
    }
  };
  for (const file of files) watchFile(file, { persistent: false, interval: LOOK_EVERY_MS }, take);
  app.addHook("onClose", async () => {
    for (const file of files) unwatchFile(file, take);
  });
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw refused(`${setting} names ${file}, which cannot be read: ${messageOf(error)}`);
  }
}

function refused(message: string): SettingsError {
  return new SettingsError([{ origin: "environment", message }]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
