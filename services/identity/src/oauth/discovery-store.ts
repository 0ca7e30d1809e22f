import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { type DiscoveryDocument, isDiscoveryDocument } from "./discovery.ts";

/** A document as some process read it last. */
export interface StoredDiscovery {
  readonly document: DiscoveryDocument;
  /** Milliseconds since 1970, by the clock of this process. */
  readonly readAt: number;
}

/** Keeps what was read, so that a start needs no provider and other processes need not ask. */
export interface DiscoveryStore {
  read(source: string): Promise<StoredDiscovery | undefined>;
  write(source: string, document: DiscoveryDocument): Promise<void>;
}

export function createDiscoveryStore(db: Kysely<IdentityTables>): DiscoveryStore {
  return {
    async read(source) {
      const row = await db
        .selectFrom("vedette.discovery_documents")
        .where("source", "=", source)
        .select("document")
        .select(sql<number>`(extract(epoch from now() - read_at) * 1000)::float8`.as("age_ms"))
        .executeTakeFirst();
      const document: unknown = row && JSON.parse(row.document);
      return row && isDiscoveryDocument(document) ? { document, readAt: Date.now() - row.age_ms } : undefined;
    },
    async write(source, value) {
      const document = JSON.stringify(value);
      await db
        .insertInto("vedette.discovery_documents")
        .values({ source, document, read_at: sql`now()` })
        .onConflict((conflict) => conflict.column("source").doUpdateSet({ document, read_at: sql`now()` }))
        .execute();
    },
  };
}
