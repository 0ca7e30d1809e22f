import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashRaw, type Algorithm as LibraryAlgorithm } from "@node-rs/argon2";

/** Memory in KiB, passes, lanes. */
export interface Argon2Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second recommended set; about 15 ms on one core. The server writes nothing cheaper. */
export const ARGON2_COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const FORM =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{6,172})$/;
/** A stored hash may cost up to 256 MiB and 20 passes; an administrator imports nothing heavier. */
const MOST: Argon2Cost = { memory: 262_144, passes: 20, parallelism: 16 };

/** @returns a PHC string, e.g. `$argon2id$v=19$m=19456,t=2,p=1$…$…` */
export async function hashWithArgon2id(password: string, cost: Argon2Cost): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive("argon2id", password, { ...cost, salt, tagLength: 32 });
  return `${prefixOf(cost)}${unpadded(salt)}$${unpadded(tag)}`;
}

/** What is stored for somebody who proved an address but chose no password yet: a hash that no known password has. */
export function unmatchedArgon2id(): string {
  return `${prefixOf(ARGON2_COST)}${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;
}

export function isArgon2(hash: string): boolean {
  return readForm(hash) !== undefined;
}

/** Whether `hashWithArgon2id` makes such a hash at this cost. */
export function isArgon2idOf(hash: string, cost: Argon2Cost): boolean {
  return hash.startsWith(prefixOf(cost));
}

function prefixOf({ memory, passes, parallelism }: Argon2Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

export async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  const form = readForm(hash);
  if (form === undefined) return false;
  const { algorithm, salt, tag, cost } = form;
  const derived = await derive(algorithm, password, { ...cost, salt, tagLength: tag.length });
  return timingSafeEqual(derived, tag);
}

/** The numbers of the PHC format (RFC 9106, 3.1); the library declares them as an enum that has no values at run time. */
const ALGORITHMS = { argon2d: 0, argon2i: 1, argon2id: 2 } as const satisfies Readonly<
  Record<string, LibraryAlgorithm>
>;

type Algorithm = keyof typeof ALGORITHMS;

interface Form {
  readonly algorithm: Algorithm;
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function readForm(hash: string): Form | undefined {
  const [, algorithm, memory, passes, parallelism, salt = "", tag = ""] = FORM.exec(hash) ?? [];
  if (algorithm !== "argon2id" && algorithm !== "argon2i" && algorithm !== "argon2d") return undefined;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  if (cost.passes < 1 || cost.parallelism < 1 || cost.memory < 8 * cost.parallelism) return undefined;
  if (cost.memory > MOST.memory || cost.passes > MOST.passes || cost.parallelism > MOST.parallelism) return undefined;
  return { algorithm, cost, salt: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") };
}

function derive(
  algorithm: Algorithm,
  password: string,
  { salt, tagLength, memory, passes, parallelism }: Argon2Cost & { readonly salt: Buffer; readonly tagLength: number },
): Promise<Buffer> {
  return hashRaw(password, {
    algorithm: ALGORITHMS[algorithm],
    memoryCost: memory,
    timeCost: passes,
    parallelism,
    salt,
    outputLen: tagLength,
  });
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}
