import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables, Metadata } from "../identity-tables.ts";

/** What somebody proves to this service itself; it has one of each at most. */
export interface OwnIdentity {
  readonly userId: string;
  readonly provider: "email" | "phone";
  /** What the identity says of the person; beside what it said before. */
  readonly data: Metadata;
}

/** Makes the identity that stands for an address or a number, or brings it up to date. */
export async function putOwnIdentity(
  trx: Kysely<IdentityTables>,
  { userId, provider, data }: OwnIdentity,
): Promise<void> {
  const text = JSON.stringify({ ...data, sub: userId });
  await trx
    .insertInto("auth.identities")
    .values({
      provider_id: userId,
      user_id: userId,
      identity_data: text,
      provider,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(["provider_id", "provider"]).doUpdateSet({
        identity_data: sql`identities.identity_data || ${text}::jsonb`,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}

/** The metadata of the service with the providers of the identities that there are now, oldest first. */
export function providersOf(userId: string): RawBuilder<string> {
  return sql<string>`coalesce(raw_app_meta_data, '{}') || (
    select jsonb_build_object('provider', jsonb_agg(p.provider order by p.first, p.provider) -> 0,
      'providers', jsonb_agg(p.provider order by p.first, p.provider))
    from (select i.provider, min(i.created_at) as first from auth.identities i
      where i.user_id = ${userId} group by i.provider) p)`;
}
