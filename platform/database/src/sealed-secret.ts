import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { DatabaseError } from "./errors.ts";
import type { KeyRing } from "./key-ring.ts";

/** Where a secret is stored. It can be opened only there. */
export interface SecretPlace {
  /** With its schema, e.g. `vedette.data_sources`. */
  readonly table: string;
  readonly column: string;
  /** Primary key of the row, as text. */
  readonly rowId: string;
}

/** The stored form, in JSON. `data` (with the tag at its end) and `nonce` are standard base64. */
interface Envelope {
  readonly key_id: string;
  readonly alg: typeof ALGORITHM;
  readonly data: string;
  readonly nonce: string;
}

const ALGORITHM = "aes-gcm-hkdf";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Seals a secret for one place: AES-256-GCM, the key derived from the master key by HKDF-SHA-256 with the row's id
 * as info, table and column as associated data. In the schema `auth` there is no associated data, as with the peer
 * that shares these tables, and nothing is sealed when the key ring says so.
 *
 * @returns the text to store
 * @see contracts of identity: envelope encryption
 */
export function seal(keyRing: KeyRing, plaintext: string, place: SecretPlace): string {
  if (isPeerTable(place) && !keyRing.sealsAuth) return plaintext;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", rowKey(keyRing, keyRing.sealingKeyId, place), nonce);
  cipher.setAAD(associatedData(place));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    key_id: keyRing.sealingKeyId,
    alg: ALGORITHM,
    data: data.toString("base64"),
    nonce: nonce.toString("base64"),
  } satisfies Envelope);
}

/**
 * Opens what {@link seal} returned for the same place. In the schema `auth` a text that is not sealed is itself.
 *
 * @throws DatabaseError `key_unknown`, naming the key's id; `secret_unreadable` when the text was changed or belongs
 *   to another place
 */
export function unseal(keyRing: KeyRing, stored: string, place: SecretPlace): string {
  const envelope = parseEnvelope(stored);
  if (envelope === undefined && isPeerTable(place)) return stored;
  if (envelope === undefined) throw unreadable(place);
  const data = Buffer.from(envelope.data, "base64");
  const key = rowKey(keyRing, envelope.key_id, place);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(envelope.nonce, "base64"), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(associatedData(place));
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch (error) {
    throw unreadable(place, error);
  }
}

function parseEnvelope(text: string): Envelope | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : undefined;
  } catch {
    return undefined; // a secret may itself look like the beginning of JSON
  }
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null || Reflect.get(value, "alg") !== ALGORITHM) return false;
  return ["key_id", "data", "nonce"].every((name) => typeof Reflect.get(value, name) === "string");
}

function rowKey(keyRing: KeyRing, keyId: string, { table, column, rowId }: SecretPlace): KeyObject {
  const masterKey = keyRing.masterKeyById.get(keyId);
  // As a key object: bytes take node:crypto three times as long as the cipher itself.
  if (masterKey !== undefined) {
    return createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "", rowId, KEY_BYTES)));
  }
  throw new DatabaseError("key_unknown", {
    detail: `A secret in ${table}.${column} was sealed with the key ${JSON.stringify(keyId)}, which is not configured. Add it to VEDETTE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS, or bring back the master.key of the data directory it was made with.`,
  });
}

function associatedData(place: SecretPlace): Buffer {
  return Buffer.from(isPeerTable(place) ? "" : JSON.stringify([place.table, place.column, place.rowId]));
}

function isPeerTable({ table }: SecretPlace): boolean {
  return table.startsWith("auth.");
}

function unreadable({ table, column }: SecretPlace, cause?: unknown): DatabaseError {
  return new DatabaseError("secret_unreadable", {
    detail: `The secret of a row in ${table}.${column} cannot be opened: it was changed, or belongs to another row.`,
    cause,
  });
}
