import { type Kysely, sql } from "kysely";
import type { AuditActor } from "../audit/audit-entry.ts";
import type { IdentityTables } from "../identity-tables.ts";

/** All that people are told of a secret; `null` for one that was set before this was kept. */
export interface SecretAuthor {
  readonly secret_set_at: string | null;
  /** As people know them: mostly an address. */
  readonly secret_set_by: string | null;
}

/** Notes in the transaction of a change that a provider's secret is a new one, or none any more. */
export async function noteSecret(
  trx: Kysely<IdentityTables>,
  { providerId, secret, actor }: { readonly providerId: string; readonly secret: string; readonly actor: AuditActor },
): Promise<void> {
  if (secret === "") return await forgetSecretAuthor(trx, providerId);
  const set_by = actor.email || actor.phone || actor.id;
  await trx
    .insertInto("vedette.secret_authors")
    .values({ provider_id: providerId, set_by })
    .onConflict((conflict) => conflict.column("provider_id").doUpdateSet({ set_by, set_at: sql<Date>`now()` }))
    .execute();
}

export async function forgetSecretAuthor(trx: Kysely<IdentityTables>, providerId: string): Promise<void> {
  await trx.deleteFrom("vedette.secret_authors").where("provider_id", "=", providerId).execute();
}

/** Of providers, by their ids. */
export async function findSecretAuthors(
  db: Kysely<IdentityTables>,
  providerIds: readonly string[],
): Promise<(providerId: string) => SecretAuthor> {
  const rows =
    providerIds.length === 0
      ? []
      : await db
          .selectFrom("vedette.secret_authors")
          .selectAll()
          .where("provider_id", "in", [...providerIds])
          .execute();
  const known = new Map(rows.map((row) => [row.provider_id, row]));
  return (id) => {
    const row = known.get(id);
    return { secret_set_at: row?.set_at.toISOString() ?? null, secret_set_by: row?.set_by ?? null };
  };
}
