import { availableParallelism } from "node:os";
import { hash as hashBcrypt, verify as verifyBcrypt } from "@node-rs/bcrypt";
import type { IdentitySettings } from "../settings.ts";
import { ARGON2_COST, hashWithArgon2id, isArgon2, isArgon2idOf, verifyArgon2 } from "./argon2id.ts";
import { isScrypt, verifyScrypt } from "./scrypt.ts";
import { WorkQueue } from "./work-queue.ts";

/** Hashes passwords off the event loop, as many at a time as there are cores. */
export interface PasswordHasher {
  /**
   * What to store of a new password.
   *
   * @throws HttpError `overloaded` when 100 others wait already
   */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with what is stored. Without a stored hash it takes as long as with one, and answers no:
   * the clock does not tell who has an account.
   *
   * @throws HttpError `overloaded` when 100 others wait already
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /**
   * Whether a stored hash should be replaced by one of the password that has just been verified.
   *
   * A password of more than 72 bytes never replaces a bcrypt hash: bcrypt does not verify the bytes after the 72nd, so
   * they can be wrong. It is not hashed with bcrypt either, which would accept any ending from then on.
   */
  isOutdated(stored: string, password: string): boolean;
}

const BCRYPT_COST = 10;
/** bcrypt reads no more of a password. */
const BCRYPT_BYTES = 72;
/** Longest password that is compared. Hashes made elsewhere can belong to passwords longer than a new one may be. */
const MAX_COMPARED_BYTES = 4096;
/** Longest queue before people are asked to come back, see the limits of the server. */
const WAITING_PLACES = 100;

export function createPasswordHasher(settings: IdentitySettings, argon2Cost = ARGON2_COST): PasswordHasher {
  const queue = new WorkQueue({ workers: availableParallelism(), places: WAITING_PLACES });
  const makeHash = (password: string) =>
    settings["auth.password.hash"] === "bcrypt"
      ? hashBcrypt(bcryptInput(password), { cost: BCRYPT_COST })
      : hashWithArgon2id(password, argon2Cost);
  return {
    hash: (password) => queue.run(() => makeHash(password)),
    verify: (stored, password) =>
      queue.run(async () => {
        if (stored !== undefined && isVerifiable(stored, password)) return verifyStored(stored, password);
        await makeHash(password);
        return false;
      }),
    isOutdated(stored, password) {
      const isLong = Buffer.byteLength(password) > BCRYPT_BYTES;
      if (settings["auth.password.hash"] === "bcrypt") return !isLong && !isBcrypt(stored);
      return !(isLong && isBcrypt(stored)) && !isArgon2idOf(stored, argon2Cost);
    },
  };
}

/** Whether a hash made elsewhere can be compared with here. */
export function isKnownHash(hash: string): boolean {
  return isArgon2(hash) || isBcrypt(hash) || isScrypt(hash);
}

function isVerifiable(stored: string, password: string): boolean {
  return isKnownHash(stored) && Buffer.byteLength(password) <= MAX_COMPARED_BYTES;
}

function verifyStored(stored: string, password: string): Promise<boolean> {
  if (isArgon2(stored)) return verifyArgon2(stored, password);
  return isScrypt(stored) ? verifyScrypt(stored, password) : verifyBcrypt(bcryptInput(password), stored);
}

function bcryptInput(password: string): Uint8Array {
  return Buffer.from(password).subarray(0, BCRYPT_BYTES);
}

/** Cost 4 to 14: a heavier hash would hold a worker for seconds. */
function isBcrypt(hash: string): boolean {
  return /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash);
}
