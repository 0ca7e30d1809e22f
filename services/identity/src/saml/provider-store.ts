import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { domainsOfProvider, isMeantProvider, type SsoQuery, updatedAtOf } from "../sso/sso-record.ts";
import type { AttributeMapping } from "./attribute-mapping.ts";

/** An identity provider of single sign-on. */
export interface SsoProvider {
  readonly id: string;
  readonly resourceId: string | null;
  readonly isDisabled: boolean;
  /** Whether it may sign people in unasked. */
  readonly mayBegin: boolean;
  readonly entityId: string;
  readonly metadataXml: string;
  readonly metadataUrl: string | null;
  readonly attributeMapping: AttributeMapping;
  readonly nameIdFormat: string | null;
  readonly domains: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Milliseconds since its metadata was read. */
  readonly metadataAgeMs: number;
}

/** What identities and tokens call a provider of single sign-on. */
export function providerName({ id }: Pick<SsoProvider, "id">): string {
  return `sso:${id}`;
}

/** How a provider is looked for. */
export type ProviderQuery = SsoQuery | { readonly entityId: string };

/** What is said of a provider that nobody has added. */
export function notFound(query: ProviderQuery): IdentityError {
  const message = "domain" in query ? "No SSO provider assigned for this domain" : "No such SSO provider";
  return new IdentityError("sso_provider_not_found", { message });
}

export async function findProvider(db: Kysely<IdentityTables>, query: ProviderQuery): Promise<SsoProvider | undefined> {
  const row = await selectProviders(db).where(conditionOf(query)).executeTakeFirst();
  return row && readRow(row);
}

/** All providers, oldest first, or those of a resource. */
export async function listProviders(
  db: Kysely<IdentityTables>,
  filter: { readonly resourceId?: string | undefined; readonly resourceIdPrefix?: string | undefined } = {},
): Promise<readonly SsoProvider[]> {
  let query = selectProviders(db).orderBy("p.created_at").orderBy("p.id").limit(MAX_LISTED);
  if (filter.resourceId !== undefined) query = query.where("p.resource_id", "=", filter.resourceId);
  else if (filter.resourceIdPrefix !== undefined) {
    query = query.where(sql<boolean>`starts_with(p.resource_id, ${filter.resourceIdPrefix})`);
  }
  return (await query.execute()).map(readRow);
}

const MAX_LISTED = 1000;

function selectProviders(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("auth.sso_providers as p")
    .innerJoin("auth.saml_providers as s", "s.sso_provider_id", "p.id")
    .select(["p.id", "p.resource_id", "p.disabled", "p.created_at", "p.updated_at"])
    .select(["s.entity_id", "s.metadata_xml", "s.metadata_url", "s.attribute_mapping", "s.name_id_format"])
    .select(
      sql<boolean>`exists (select from vedette.saml_unasked_providers a where a.sso_provider_id = p.id)`.as(
        "may_begin",
      ),
    )
    .select(domainsOfProvider.as("domains"))
    .select(
      sql<number>`coalesce(extract(epoch from now() - coalesce(s.updated_at, s.created_at)), 0)::float8 * 1000`.as(
        "metadata_age_ms",
      ),
    );
}

function conditionOf(query: ProviderQuery) {
  return "entityId" in query ? sql<boolean>`s.entity_id = ${query.entityId}` : isMeantProvider(query);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProviders>["executeTakeFirstOrThrow"]>>;

function readRow(row: Row): SsoProvider {
  return {
    id: row.id,
    resourceId: row.resource_id,
    isDisabled: row.disabled === true,
    mayBegin: row.may_begin,
    entityId: row.entity_id,
    metadataXml: row.metadata_xml,
    metadataUrl: row.metadata_url === "" ? null : row.metadata_url,
    attributeMapping: row.attribute_mapping ?? {},
    nameIdFormat: row.name_id_format === "" ? null : row.name_id_format,
    domains: row.domains,
    createdAt: row.created_at ?? new Date(0),
    updatedAt: updatedAtOf(row),
    metadataAgeMs: row.metadata_age_ms,
  };
}

/** Keeps what an identity provider says of itself now. */
export async function storeMetadata(
  db: Kysely<IdentityTables>,
  { id, metadataXml }: Pick<SsoProvider, "id" | "metadataXml">,
): Promise<void> {
  await db
    .updateTable("auth.saml_providers")
    .set({ metadata_xml: metadataXml, updated_at: sql`now()` })
    .where("sso_provider_id", "=", id)
    .execute();
}
