import { type KeyRing, seal, unseal } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { domainsOfProvider, isMeantProvider, type SsoQuery, updatedAtOf } from "./sso-record.ts";

/** A company's provider of single sign-on that speaks OpenID Connect. */
export interface OidcSsoProvider {
  readonly id: string;
  readonly resourceId: string | null;
  readonly isDisabled: boolean;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed; empty where there is none. */
  readonly sealedSecret: string;
  readonly scopes: readonly string[];
  readonly attributeMapping: Metadata;
  readonly domains: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export async function findOidcProvider(
  db: Kysely<IdentityTables>,
  query: SsoQuery,
): Promise<OidcSsoProvider | undefined> {
  const row = await selectProviders(db).where(isMeantProvider(query)).executeTakeFirst();
  return row && readRow(row);
}

/** All providers, oldest first, or those of a resource. */
export async function listOidcProviders(
  db: Kysely<IdentityTables>,
  filter: { readonly resourceId?: string | undefined; readonly resourceIdPrefix?: string | undefined } = {},
): Promise<readonly OidcSsoProvider[]> {
  let query = selectProviders(db).orderBy("p.created_at").orderBy("p.id").limit(MAX_LISTED);
  if (filter.resourceId !== undefined) query = query.where("p.resource_id", "=", filter.resourceId);
  else if (filter.resourceIdPrefix !== undefined) {
    query = query.where(sql<boolean>`starts_with(p.resource_id, ${filter.resourceIdPrefix})`);
  }
  return (await query.execute()).map(readRow);
}

/** Whether anybody could sign on by OpenID Connect at all. */
export async function hasOidcProviders(db: Kysely<IdentityTables>): Promise<boolean> {
  const any = await db.selectFrom("vedette.oidc_sso_providers").select("sso_provider_id").limit(1).executeTakeFirst();
  return any !== undefined;
}

const MAX_LISTED = 1000;

function selectProviders(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("auth.sso_providers as p")
    .innerJoin("vedette.oidc_sso_providers as o", "o.sso_provider_id", "p.id")
    .select(["p.id", "p.resource_id", "p.disabled", "p.created_at", "p.updated_at"])
    .select(["o.issuer", "o.client_id", "o.client_secret", "o.scopes", "o.attribute_mapping"])
    .select(domainsOfProvider.as("domains"));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProviders>["executeTakeFirstOrThrow"]>>;

function readRow(row: Row): OidcSsoProvider {
  return {
    id: row.id,
    resourceId: row.resource_id,
    isDisabled: row.disabled === true,
    issuer: row.issuer,
    clientId: row.client_id,
    sealedSecret: row.client_secret,
    scopes: row.scopes,
    attributeMapping: row.attribute_mapping,
    domains: row.domains,
    createdAt: row.created_at ?? new Date(0),
    updatedAt: updatedAtOf(row),
  };
}

const placeOf = (id: string) => ({ table: "vedette.oidc_sso_providers", column: "client_secret", rowId: id }) as const;

export function sealOidcSecret(keyRing: KeyRing, id: string, secret: string): string {
  return secret === "" ? "" : seal(keyRing, secret, placeOf(id));
}

export function openOidcSecret(
  keyRing: KeyRing,
  { id, sealedSecret }: Pick<OidcSsoProvider, "id" | "sealedSecret">,
): string {
  return sealedSecret === "" ? "" : unseal(keyRing, sealedSecret, placeOf(id));
}
