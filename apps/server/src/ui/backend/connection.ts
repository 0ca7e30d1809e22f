import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { SettingsError } from "@vedette/settings";
import { Agent, type Dispatcher } from "undici";
import type { UiSettings } from "../configuration.ts";
import { uiSettings } from "../settings.ts";

/** What the connection to the API is made with. */
interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

/** Connections of former certificates end within this time. */
const DRAIN_MS = 60_000;
/** Files are looked at again at most this often. */
const LOOK_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;

/** The connections to the API, made anew when a file of the certificate changes. */
export class BackendConnection implements AsyncDisposable {
  readonly #settings: UiSettings;
  readonly #log: { warn(details: object, message: string): void };
  #agent: Agent;
  #stamp: string;
  #lookedMs = 0;

  /** @throws SettingsError when a file cannot be read or holds no PEM, or a key is not that of its certificate */
  constructor(settings: UiSettings, log: { warn(details: object, message: string): void }) {
    this.#settings = settings;
    this.#log = log;
    this.#stamp = stampOf(settings);
    this.#agent = openAgent(readMaterial(settings));
  }

  get dispatcher(): Dispatcher {
    const now = performance.now();
    if (now - this.#lookedMs >= LOOK_MS) {
      this.#lookedMs = now;
      this.#renew();
    }
    return this.#agent;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /** What cannot be used leaves everything as it is. */
  #renew(): void {
    const stamp = stampOf(this.#settings);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      const former = this.#agent;
      this.#agent = openAgent(readMaterial(this.#settings));
      void former.close();
      setTimeout(() => void former.destroy(), DRAIN_MS).unref();
    } catch (error) {
      this.#log.warn({ err: error }, "the certificate for the API changed and cannot be used; the former one stays");
    }
  }
}

function openAgent(connect: TlsMaterial): Agent {
  return new Agent({ connect: { ...connect, timeout: CONNECT_TIMEOUT_MS }, bodyTimeout: 0 });
}

function readMaterial(settings: UiSettings): TlsMaterial {
  const ca = pemOf(settings, "ui.tls.ca", "ui.tls.ca_data");
  const cert = pemOf(settings, "ui.tls.cert", "ui.tls.cert_data");
  const key = pemOf(settings, "ui.tls.key", "ui.tls.key_data");
  const material = {
    ...(ca !== "" && { ca }),
    ...(cert !== "" && { cert }),
    ...(key !== "" && { key }),
    ...(settings["ui.tls.server_name"] !== "" && { servername: settings["ui.tls.server_name"] }),
    rejectUnauthorized: settings["ui.tls.enable_host_verification"],
  };
  requirePair(material);
  return material;
}

function pemOf(
  settings: UiSettings,
  file: "ui.tls.ca" | "ui.tls.cert" | "ui.tls.key",
  content: "ui.tls.ca_data" | "ui.tls.cert_data" | "ui.tls.key_data",
): string {
  const isFile = settings[file] !== "";
  const written = isFile ? readPem(settings[file], uiSettings[file].env) : settings[content];
  if (written === "") return "";
  const text = written.includes("-----BEGIN") ? written : Buffer.from(written, "base64").toString("utf8");
  if (text.includes("-----BEGIN")) return text;
  throw refused(`${uiSettings[isFile ? file : content].env} holds nothing in PEM form`);
}

function readPem(path: string, variable: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw refused(`${variable} names ${path}, which cannot be read`);
  }
}

/** A key of another certificate would only be noticed by everybody who opens a page. */
function requirePair({ cert, key }: Partial<TlsMaterial>): void {
  if (cert === undefined || key === undefined) return;
  try {
    createSecureContext({ cert, key });
  } catch {
    throw refused("VEDETTE_TLS_CERT and VEDETTE_TLS_KEY do not belong together, or cannot be read");
  }
}

function refused(message: string): SettingsError {
  return new SettingsError([{ origin: "environment", message }]);
}

/** Changes when a setting or one of the files does. */
function stampOf(settings: UiSettings): string {
  const keys = Object.keys(uiSettings).filter((key): key is keyof UiSettings => key.startsWith("ui.tls."));
  const values = keys.map((key) => settings[key]);
  const times = (["ui.tls.ca", "ui.tls.cert", "ui.tls.key"] as const).map((key) => changeOf(settings[key]));
  return JSON.stringify([values, times]);
}

function changeOf(path: string): number {
  return (path === "" ? undefined : statSync(path, { throwIfNoEntry: false }))?.mtimeMs ?? 0;
}
