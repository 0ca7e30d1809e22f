import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** @returns what an earlier start wrote, or `undefined` */
export function readKeysFile(dataDir: string): KeysFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, KEYS_FILE), "utf8");
  } catch {
    // Not there before the first start; anything worse shows when it is written.
    return undefined;
  }
  const value: unknown = JSON.parse(text);
  const [publishable, secret] = ["publishable_key", "secret_key"].map((key) =>
    isRecord(value) ? value[key] : undefined,
  );
  if (typeof publishable !== "string" || typeof secret !== "string") return undefined;
  return { publishable_key: publishable, secret_key: secret };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
