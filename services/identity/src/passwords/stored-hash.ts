import { type KeyRing, unseal } from "@vedette/database";
import type { StoredUser } from "../users/stored-user.ts";

/**
 * The hash of somebody's password; `undefined` where there is none. A database that was taken over may hold it sealed.
 *
 * @throws DatabaseError `key_unknown`, `secret_unreadable`
 */
export function storedHash(
  { keyRing }: { readonly keyRing: KeyRing },
  { id, encrypted_password: stored }: Pick<StoredUser, "id" | "encrypted_password">,
): string | undefined {
  if (!stored) return undefined;
  return unseal(keyRing, stored, { table: "auth.users", column: "encrypted_password", rowId: id });
}
