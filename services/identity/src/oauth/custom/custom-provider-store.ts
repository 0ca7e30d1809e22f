import { type KeyRing, seal, unseal } from "@vedette/database";
import type { Kysely } from "kysely";
import type { Identity } from "../../identity.ts";
import type { CustomProviderRow, IdentityTables } from "../../identity-tables.ts";

/** What the names of custom providers begin with. */
export const CUSTOM = "custom:";

/** The constraint that refuses a second provider of a name. */
export const IDENTIFIER_IS_UNIQUE = "custom_oauth_providers_identifier_key";

/** A provider as it is stored, and how it comes back. */
export interface CustomProvider extends CustomProviderRow {
  /** Whether it was there before each had an address of its own. */
  readonly shares_callback: boolean;
}

export async function findCustomProvider(
  db: Kysely<IdentityTables>,
  identifier: string,
): Promise<CustomProvider | undefined> {
  return selectCustomProviders(db).where("p.identifier", "=", identifier).executeTakeFirst();
}

export function selectCustomProviders(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("auth.custom_oauth_providers as p")
    .selectAll("p")
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("vedette.shared_callbacks as c").whereRef("c.provider_id", "=", "p.id").select("c.provider_id"))
        .$castTo<boolean>()
        .as("shares_callback"),
    );
}

/**
 * Where a provider sends people back to; to be registered there. Never below the shared address: some providers send people
 * on to whatever lies below the one that is registered with them, and so would hand a code to another.
 *
 * @see RFC 9700, 4.4
 */
export function customCallbackUrl(
  { addresses }: Pick<Identity, "addresses">,
  { identifier, shares_callback }: Pick<CustomProvider, "identifier" | "shares_callback">,
): string {
  const { externalUrl } = addresses;
  return shares_callback ? `${externalUrl}/callback` : `${externalUrl}/provider-callback/${identifier}`;
}

const placeOf = (id: string) => ({ table: "auth.custom_oauth_providers", column: "client_secret", rowId: id }) as const;

export function sealClientSecret(keyRing: KeyRing, id: string, secret: string): string {
  return secret === "" ? "" : seal(keyRing, secret, placeOf(id));
}

export function openClientSecret(keyRing: KeyRing, { id, client_secret }: CustomProviderRow): string {
  return client_secret === "" ? "" : unseal(keyRing, client_secret, placeOf(id));
}
