import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** A stored hash may cost up to 256 MiB; an administrator imports nothing heavier. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

interface Form {
  readonly salt: Buffer;
  readonly tag: Buffer;
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
  /** Firebase encrypts a key of the project with what comes out. */
  readonly signerKey: Buffer | undefined;
}

export function isScrypt(hash: string): boolean {
  return readForm(hash) !== undefined;
}

/**
 * Compares with a hash that another service made: `$scrypt$ln=…,r=…,p=…$salt$tag`, or Firebase's
 * `$fbscrypt$v=1,n=…,r=…,p=…,ss=…,sk=…$salt$tag`.
 *
 * @see https://github.com/firebase/scrypt
 */
export async function verifyScrypt(hash: string, password: string): Promise<boolean> {
  const form = readForm(hash);
  if (form === undefined) return false;
  const { salt, tag, cost, signerKey } = form;
  const derived = await derive(password, { salt, length: signerKey === undefined ? tag.length : 32, cost });
  const made = signerKey === undefined ? derived : encrypt(signerKey, derived);
  return made.length === tag.length && timingSafeEqual(made, tag);
}

const BASE64 = "[A-Za-z0-9+/_-]{1,512}={0,2}";
const FIREBASE = new RegExp(
  `^\\$fbscrypt\\$v=1,n=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})(?:,ss=(${BASE64}))?(?:,sk=(${BASE64}))?\\$(${BASE64})\\$(${BASE64})$`,
);
const PLAIN = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})\\$(${BASE64})\\$(${BASE64})$`);

function readForm(hash: string): Form | undefined {
  return readFirebaseForm(hash) ?? readPlainForm(hash);
}

function readFirebaseForm(hash: string): Form | undefined {
  const [whole, n, r, p, separator = "", signerKey = "", salt = "", tag = ""] = FIREBASE.exec(hash) ?? [];
  const cost = readCost(n, r, p);
  if (whole === undefined || cost === undefined) return undefined;
  return {
    salt: Buffer.concat([bytes(salt), bytes(separator)]),
    tag: bytes(tag),
    cost,
    signerKey: signerKey === "" ? undefined : bytes(signerKey),
  };
}

function readPlainForm(hash: string): Form | undefined {
  const [whole, n, r, p, salt = "", tag = ""] = PLAIN.exec(hash) ?? [];
  const cost = readCost(n, r, p);
  if (whole === undefined || cost === undefined) return undefined;
  return { salt: bytes(salt), tag: bytes(tag), cost, signerKey: undefined };
}

function readCost(logN: string | undefined, r: string | undefined, p: string | undefined): Form["cost"] | undefined {
  const cost = { N: 2 ** Number(logN), r: Number(r), p: Number(p) };
  const isUsable = cost.N >= 2 && cost.r >= 1 && cost.p >= 1 && cost.p <= 16;
  return isUsable && memoryOf(cost) <= MAX_MEMORY_BYTES ? cost : undefined;
}

function memoryOf({ N, r }: Form["cost"]): number {
  return 128 * N * r;
}

/** Standard and URL-safe base64 alike. */
function bytes(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

function derive(
  password: string,
  { salt, length, cost }: { salt: Buffer; length: number; cost: Form["cost"] },
): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: memoryOf(cost) + 128 * cost.r * cost.p + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function encrypt(text: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(text), cipher.final()]);
}
