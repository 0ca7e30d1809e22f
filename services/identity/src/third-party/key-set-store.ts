import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { KeyReading } from "./key-set.ts";

/** The keys of an issuer that some process read last, in the time of this process; `undefined` without any. */
export async function readStoredKeySet(db: Kysely<IdentityTables>, source: string): Promise<KeyReading | undefined> {
  const row = await db
    .selectFrom("vedette.third_party_key_sets")
    .where("source", "=", source)
    .select("jwks")
    .select(sql<number>`(extract(epoch from now() - read_at) * 1000)::float8`.as("age_ms"))
    .executeTakeFirst();
  return row && { jwks: row.jwks, at: Date.now() - row.age_ms };
}

/** Keeps what was read, so that a start needs nobody else and other processes need not ask. */
export async function storeKeySet(db: Kysely<IdentityTables>, source: string, jwks: readonly object[]): Promise<void> {
  const text = JSON.stringify(jwks);
  await db
    .insertInto("vedette.third_party_key_sets")
    .values({ source, jwks: text, read_at: sql`now()` })
    .onConflict((conflict) => conflict.column("source").doUpdateSet({ jwks: text, read_at: sql`now()` }))
    .execute();
}
