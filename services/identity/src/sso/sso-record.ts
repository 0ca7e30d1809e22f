import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { requireSeen, type SeenProvider } from "../administration/seen-provider.ts";
import { type AuditEntry, insertAuditEntry } from "../audit/audit-entry.ts";
import type { ToldChange } from "../audit/told-change.ts";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { forgetSecretAuthor } from "../secrets/secret-author.ts";

/** What an administrator says of any provider of single sign-on; what is absent stays as it is. */
export interface SsoFields {
  readonly domains?: readonly string[] | undefined;
  readonly resourceId?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** What was read of a provider before it is changed; without it the last of two changes stands. */
export interface SsoChange {
  readonly seen?: SeenProvider;
}

export interface NewSsoFields {
  /** By which people from elsewhere know it already. */
  readonly id?: string | undefined;
}

/** What the audit log tells of a provider. */
interface Told {
  readonly changes: readonly ToldChange[];
}

/** Who changes providers, and from where. */
export type ProviderAuthor = Pick<AuditEntry, "actor" | "origin">;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** @throws IdentityError `validation_failed` */
export function readDomains(texts: readonly string[]): readonly string[] {
  const domains = texts.map((text) => domainToASCII(text.trim().replace(/^@/, "")).toLowerCase());
  const odd = texts.find((_, at) => !DOMAIN.test(domains[at] ?? ""));
  if (odd !== undefined) {
    throw new IdentityError("validation_failed", { message: `'${odd.slice(0, 100)}' is no domain` });
  }
  return [...new Set(domains)];
}

/** Adds what all providers have in common, and notes who did it. */
export async function insertSsoRecord(
  trx: Kysely<IdentityTables>,
  {
    id,
    domains,
    resourceId,
    isDisabled,
    changes,
  }: SsoFields & Told & { readonly id: string; readonly domains: readonly string[] },
  by: ProviderAuthor,
): Promise<void> {
  await trx
    .insertInto("auth.sso_providers")
    .values({
      id,
      resource_id: resourceId ?? null,
      disabled: isDisabled ?? false,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .execute();
  await putDomains(trx, id, domains);
  await note(trx, "sso_provider_created", { id, changes, ...by });
}

/**
 * Lets changes of one provider come one after another, so that each sees what it changes.
 *
 * @throws IdentityError `provider_overtaken`
 */
export async function lockSsoRecord(
  trx: Kysely<IdentityTables>,
  { id, seen }: { readonly id: string; readonly seen: SeenProvider },
): Promise<void> {
  const locked = trx.selectFrom("auth.sso_providers").select(["created_at", "updated_at"]).where("id", "=", id);
  const row = await locked.forUpdate().executeTakeFirst();
  if (row !== undefined) requireSeen(seen, updatedAtOf(row));
}

/** When a provider was changed last. */
export function updatedAtOf(row: { readonly created_at: Date | null; readonly updated_at: Date | null }): Date {
  return row.updated_at ?? row.created_at ?? new Date(0);
}

export async function updateSsoRecord(
  trx: Kysely<IdentityTables>,
  { id, domains, resourceId, isDisabled }: SsoFields & { readonly id: string },
): Promise<void> {
  await trx
    .updateTable("auth.sso_providers")
    .set({
      updated_at: sql`now()`,
      ...(resourceId === undefined ? {} : { resource_id: resourceId }),
      ...(isDisabled === undefined ? {} : { disabled: isDisabled }),
    })
    .where("id", "=", id)
    .execute();
  if (domains !== undefined) await putDomains(trx, id, domains);
}

/** Notes in the transaction of a change what was before and is now. */
export async function noteSsoUpdate(
  trx: Kysely<IdentityTables>,
  { id, changes }: Told & { readonly id: string },
  by: ProviderAuthor,
): Promise<void> {
  await note(trx, "sso_provider_updated", { id, changes, ...by });
}

/** Removes a provider. Its people stay, and cannot sign in any more. */
export async function deleteSsoProvider(
  db: Kysely<IdentityTables>,
  { id, changes }: Told & { readonly id: string },
  by: ProviderAuthor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("auth.sso_providers").where("id", "=", id).execute();
    await forgetSecretAuthor(trx, id);
    await note(trx, "sso_provider_deleted", { id, changes, ...by });
  });
}

async function note(
  trx: Kysely<IdentityTables>,
  action: "sso_provider_created" | "sso_provider_updated" | "sso_provider_deleted",
  { id, changes, actor, origin }: ProviderAuthor & Told & { readonly id: string },
): Promise<void> {
  const traits = { sso_provider_id: id, changes };
  await insertAuditEntry(trx, { action, actor, origin, traits }).execute();
}

/** Names what another provider has already. @throws IdentityError `sso_domain_already_exists`, `validation_failed`, `conflict` */
export async function refusingTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const constraint = violatedConstraint(cause);
    if (constraint === "sso_domains_domain_idx") throw new IdentityError("sso_domain_already_exists", { cause });
    if (constraint === "sso_providers_resource_id_idx") {
      const message = "resource_id is used by another SSO identity provider";
      throw new IdentityError("validation_failed", { message, cause });
    }
    if (constraint === "sso_providers_pkey") {
      throw new IdentityError("conflict", { message: "Another SSO identity provider has this id", cause });
    }
    throw cause;
  }
}

async function putDomains(trx: Kysely<IdentityTables>, providerId: string, domains: readonly string[]): Promise<void> {
  const kept = domains.length === 0 ? [""] : domains;
  await trx
    .deleteFrom("auth.sso_domains")
    .where("sso_provider_id", "=", providerId)
    .where((eb) => eb(eb.fn("lower", ["domain"]), "not in", kept))
    .execute();
  const { rows } = await sql<{ domain: string }>`
    select lower(domain) as domain from auth.sso_domains where sso_provider_id = ${providerId}`.execute(trx);
  const known = new Set(rows.map(({ domain }) => domain));
  const added = domains.filter((domain) => !known.has(domain));
  if (added.length === 0) return;
  await trx
    .insertInto("auth.sso_domains")
    .values(
      added.map((domain) => ({
        id: randomUUID(),
        sso_provider_id: providerId,
        domain,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })),
    )
    .execute();
}

/** The domains of a provider as one column; `p` is the provider. */
export const domainsOfProvider = sql<
  string[]
>`(select coalesce(json_agg(d.domain order by d.created_at, d.domain), '[]')
  from auth.sso_domains d where d.sso_provider_id = p.id)`;

/** Whether the provider of a company has this id, whatever it speaks. */
export async function isKnownSsoProvider(
  { db }: { readonly db: Kysely<IdentityTables> },
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("auth.sso_providers as p")
    .select("p.id")
    // An address may say anything.
    .where(sql<boolean>`p.id::text = ${id}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** How a provider is looked for, whatever it speaks. */
export type SsoQuery = { readonly id: string } | { readonly resourceId: string } | { readonly domain: string };

/** The condition on `p`. */
export function isMeantProvider(query: SsoQuery) {
  if ("id" in query) return sql<boolean>`p.id = ${query.id}`;
  if ("resourceId" in query) return sql<boolean>`lower(p.resource_id) = lower(${query.resourceId})`;
  return sql<boolean>`p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = lower(${query.domain}))`;
}
