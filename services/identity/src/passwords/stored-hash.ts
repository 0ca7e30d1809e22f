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
 * What to store of a hash: sealed, so that whoever gets hold of the database alone cannot even try passwords. A hash of
 * another program that would not fit then is stored as it is.
 *
 * @see contract of identity, 5.2: envelope encryption of hashes
 */
export function sealHash({ keyRing }: { readonly keyRing: KeyRing }, userId: string, hash: string): string {
  const sealed = seal(keyRing, hash, placeOf(userId));
  return sealed.length > MAX_LENGTH ? hash : sealed;
}
