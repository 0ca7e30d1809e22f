import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "./start-failure.ts";

/** The keys of one installation. */
export interface ApiKeys {
  /** `vd_publishable_…`: may be shown to anybody. */
  readonly publishableKey: string;
  /** `vd_secret_…`: administers everything. */
  readonly secretKey: string;
}

/** What `keys.json` holds. */
interface KeysFile {
  readonly publishable_key: string;
  readonly secret_key: string;
  readonly setup_url?: string;
}

export const KEYS_FILE = "keys.json";

/** Keys of the environment, else of `keys.json`, else new ones. Nothing is written here. */
export function findApiKeys(dataDir: string, fixed: ApiKeys): ApiKeys {
  const kept = readKeysFile(dataDir);
  return {
    publishableKey:
      fixed.publishableKey || kept?.publishable_key || `vd_publishable_${randomBytes(24).toString("base64url")}`,
    secretKey: fixed.secretKey || kept?.secret_key || `vd_secret_${randomBytes(32).toString("base64url")}`,
  };
}

/** Writes `keys.json` (mode 0600) whole or not at all. */
export function writeApiKeys(
  dataDir: string,
  { publishableKey, secretKey }: ApiKeys,
  setupUrl: string | undefined,
): void {
  const file: KeysFile = {
    publishable_key: publishableKey,
    secret_key: secretKey,
    ...(setupUrl === undefined ? {} : { setup_url: setupUrl }),
  };
  const path = join(dataDir, KEYS_FILE);
  // A draft that somebody left there could be open to others, and would stay so.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(`${path}.new`, path);
}

/**
 * @returns what an earlier start wrote, or `undefined` when there was none
 * @throws CommandError when the file is there and cannot be read: new keys in its place would shut every program out
 */
export function readKeysFile(dataDir: string): KeysFile | undefined {
  const path = join(dataDir, KEYS_FILE);
  const text = readIfThere(path);
  return text === undefined ? undefined : parseKeys(text, path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return undefined;
    throw unreadable(path);
  }
}

function parseKeys(text: string, path: string): KeysFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote the keys.
    throw unreadable(path);
  }
  const [publishable, secret, setupUrl] = ["publishable_key", "secret_key", "setup_url"].map((key) =>
    isRecord(value) ? value[key] : undefined,
  );
  if (typeof publishable !== "string" || typeof secret !== "string") throw unreadable(path);
  const keys = { publishable_key: publishable, secret_key: secret };
  return typeof setupUrl === "string" ? { ...keys, setup_url: setupUrl } : keys;
}

function unreadable(path: string): CommandError {
  return new CommandError(`the keys in ${path} cannot be read; mend the file, or remove it to get new keys`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
