import { type KeyRing, seal, unseal } from "@vedette/database";
import type { Kysely } from "kysely";
import type { CustomProviderRow, IdentityTables } from "../../identity-tables.ts";

/** What the names of custom providers begin with. */
export const CUSTOM = "custom:";

/** The constraint that refuses a second provider of a name. */
export const IDENTIFIER_IS_UNIQUE = "custom_oauth_providers_identifier_key";

export async function findCustomProvider(
  db: Kysely<IdentityTables>,
  identifier: string,
): Promise<CustomProviderRow | undefined> {
  return db
    .selectFrom("auth.custom_oauth_providers")
    .where("identifier", "=", identifier)
    .selectAll()
    .executeTakeFirst();
}

const placeOf = (id: string) => ({ table: "auth.custom_oauth_providers", column: "client_secret", rowId: id }) as const;

export function sealClientSecret(keyRing: KeyRing, id: string, secret: string): string {
  return secret === "" ? "" : seal(keyRing, secret, placeOf(id));
}

export function openClientSecret(keyRing: KeyRing, { id, client_secret }: CustomProviderRow): string {
  return client_secret === "" ? "" : unseal(keyRing, client_secret, placeOf(id));
}
