import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { SettingsError } from "@vedette/settings";
import { Agent, type Dispatcher } from "undici";
import type { UiSettings } from "../settings.ts";
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
  /** What an address of authorities answered; empty for a file. */
  #authority: { readonly address: string; readonly text: string };
  #lookedMs = 0;

  /**
   * Opens the connections, and asks for the authorities where the settings name an address of them.
   *
   * @throws SettingsError when a file or address cannot be read or holds no PEM, or a key is not that of its certificate
   */
  static async open(settings: UiSettings, log: { warn(details: object, message: string): void }) {
    return new BackendConnection(settings, log, await fetchAuthority(settings["ui.tls.ca"]));
  }

  private constructor(settings: UiSettings, log: { warn(details: object, message: string): void }, authority: string) {
    this.#settings = settings;
    this.#log = log;
    this.#authority = { address: settings["ui.tls.ca"], text: authority };
    this.#stamp = stampOf(settings);
    this.#agent = openAgent(readMaterial(settings, authority));
  }

  get dispatcher(): Dispatcher {
    const now = performance.now();
    if (now - this.#lookedMs >= LOOK_MS) {
      this.#lookedMs = now;
      void this.#renew();
    }
    return this.#agent;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  /** What cannot be used leaves everything as it is. */
  async #renew(): Promise<void> {
    try {
      const stamp = stampOf(this.#settings);
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      const address = this.#settings["ui.tls.ca"];
      // Awaited only where it must be: a changed file counts for the very request that finds it.
      if (address !== this.#authority.address) {
        const text = isAddress(address) ? await fetchAuthority(address) : "";
        this.#authority = { address, text };
      }
      const former = this.#agent;
      this.#agent = openAgent(readMaterial(this.#settings, this.#authority.text));
      former.close().catch(() => undefined); // Destroyed before its last response ended.
      setTimeout(() => void former.destroy().catch(() => undefined), DRAIN_MS).unref();
    } catch (error) {
      this.#log.warn({ err: error }, "the certificate for the API changed and cannot be used; the former one stays");
    }
  }
}

function openAgent(connect: TlsMaterial): Agent {
  return new Agent({ connect: { ...connect, timeout: CONNECT_TIMEOUT_MS }, bodyTimeout: 0 });
}

const AUTHORITY_TIMEOUT_MS = 10_000;
const MAX_AUTHORITY_CHARACTERS = 1024 * 1024;

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Over https alone: whoever can change the answer is the authority. */
async function fetchAuthority(address: string): Promise<string> {
  if (!isAddress(address)) return "";
  if (!/^https:/i.test(address)) throw refused(`VEDETTE_TLS_CA is ${address}; an address must be https`);
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(AUTHORITY_TIMEOUT_MS) });
    const text = answer.ok ? await answer.text() : "";
    if (text.includes("-----BEGIN") && text.length <= MAX_AUTHORITY_CHARACTERS) return text;
  } catch {
    throw refused(`VEDETTE_TLS_CA names ${address}, which cannot be fetched`);
  }
  throw refused(`VEDETTE_TLS_CA names ${address}, which answers nothing in PEM form`);
}

/** @param authority - what the address of authorities answered; empty where they stand in a file */
function readMaterial(settings: UiSettings, authority: string): TlsMaterial {
  const ca = authority || pemOf(settings, "ui.tls.ca", "ui.tls.ca_data");
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
