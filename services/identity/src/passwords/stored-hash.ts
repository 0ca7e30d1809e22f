import { type KeyRing, seal, unseal } from "@vedette/database";
import type { StoredUser } from "../users/stored-user.ts";

const placeOf = (userId: string) => ({ table: "auth.users", column: "encrypted_password", rowId: userId }) as const;

/** What the column holds. */
const MAX_LENGTH = 255;

/**
 * The hash of somebody's password; `undefined` where there is none. Hashes of before, and of other programs, are not
 * sealed.
 *
 * @throws DatabaseError `key_unknown`, `secret_unreadable`
 */
export function storedHash(
  { keyRing }: { readonly keyRing: KeyRing },
  { id, encrypted_password: stored }: Pick<StoredUser, "id" | "encrypted_password">,
): string | undefined {
  if (!stored) return undefined;
  return unseal(keyRing, stored, placeOf(id));
}

/**
 * What to store of a hash. Where the operator has given a key it is sealed, so that whoever gets hold of the database
 * alone cannot even try passwords. With the key of the data directory it is not: a database must not depend on a file
 * beside it to let people in. A hash of another program that would not fit is stored as it is, too.
 *
 * @see contract of identity, 5.2: envelope encryption of hashes
 */
export function sealHash({ keyRing }: { readonly keyRing: KeyRing }, userId: string, hash: string): string {
  if (!keyRing.isOperators) return hash;
  const sealed = seal(keyRing, hash, placeOf(userId));
  return sealed.length > MAX_LENGTH ? hash : sealed;
}
