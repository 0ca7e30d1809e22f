import { createHash, createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makePrivateDirectory } from "./embedded/data-directory.ts";
import { DatabaseError } from "./errors.ts";

/** The master keys of the house: one seals, all open. */
export interface KeyRing {
  readonly sealingKeyId: string;
  readonly masterKeyById: ReadonlyMap<string, KeyObject>;
  /** Whether new secrets in the schema `auth` are sealed. Our own tables always are. */
  readonly sealsAuth: boolean;
  /** Whether the operator keeps the key that seals, and not the data directory. */
  readonly isOperators: boolean;
}

/** Where the keys come from; the values of `VEDETTE_SECURITY_DB_ENCRYPTION_*`. */
export interface KeyRingSource {
  /** A key is made here, in `master.key`, when none is configured. */
  readonly dataDir: string;
  readonly sealsAuth?: boolean;
  readonly encryptionKeyId?: string;
  /** 32 bytes in base64, plain or URL-safe. */
  readonly encryptionKey?: string;
  /** `name:key` each. */
  readonly decryptionKeys?: readonly string[];
}

const KEY_BYTES = 32;

/**
 * Reads the configured keys, or the one of the data directory, which is made when it is missing.
 *
 * @throws DatabaseError `key_invalid`, `data_dir_unwritable`, `data_dir_exposed`
 */
export function openKeyRing(source: KeyRingSource): KeyRing {
  const masterKeyById = new Map<string, KeyObject>();
  for (const entry of source.decryptionKeys ?? []) {
    const colon = entry.lastIndexOf(":");
    const id = entry.slice(0, colon);
    masterKeyById.set(id, parseKey(entry.slice(colon + 1), id));
  }
  const { encryptionKeyId: id = "", encryptionKey: key = "", sealsAuth = true } = source;
  if (key === "" && id === "")
    return { ...addGeneratedKey(masterKeyById, source.dataDir), sealsAuth, isOperators: false };
  if (key !== "" && id !== "") masterKeyById.set(id, parseKey(key, id));
  if (id === "" || !masterKeyById.has(id)) {
    throw new DatabaseError("key_invalid", {
      detail:
        "VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY and VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID belong together: set both or neither.",
    });
  }
  return { sealingKeyId: id, masterKeyById, sealsAuth, isOperators: true };
}

function parseKey(text: string, id: string): KeyObject {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return createSecretKey(bytes);
  throw new DatabaseError("key_invalid", {
    detail: `The encryption key ${JSON.stringify(id)} is not 32 bytes in base64.`,
  });
}

function addGeneratedKey(
  masterKeyById: Map<string, KeyObject>,
  dataDir: string,
): Pick<KeyRing, "sealingKeyId" | "masterKeyById"> {
  makePrivateDirectory(dataDir);
  const path = join(dataDir, "master.key");
  const text = readPrivateFile(path) ?? createPrivateFile(path, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
  const key = parseKey(text.trim(), path);
  // Named after its content, so that the keys of two data directories are told apart.
  const id = `master-${createHash("sha256").update(key.export()).digest("hex").slice(0, 16)}`;
  masterKeyById.set(id, key);
  return { sealingKeyId: id, masterKeyById };
}

function readPrivateFile(path: string): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (process.platform !== "win32" && (status.mode & 0o077) !== 0) {
    throw new DatabaseError("data_dir_exposed", {
      detail: `Other users of this machine can read ${path}. Run: chmod 600 ${path}`,
    });
  }
  return readFileSync(path, "utf8");
}

/** Writes the whole file or nothing. If another process was faster, its text counts. */
function createPrivateFile(path: string, text: string): string {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
    linkSync(draft, path);
    return text;
  } catch (error) {
    const winner = readPrivateFile(path);
    if (winner === undefined) throw error;
    return winner;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}
