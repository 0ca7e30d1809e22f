import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Author, authorOf } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "./store.ts";

/** A request that its sender may send again after a lost answer, by the header `Idempotency-Key`. */
export interface RepeatableRequest {
  readonly key: string;
  readonly author: Author;
  /** Everything that must be the same when it is sent again. */
  readonly parts: readonly string[];
}

/**
 * Does something once for each key of a caller: sent again within 24 hours, a request gets the first answer. Of two at
 * once the second waits for the first.
 *
 * @param work - gets the transaction in which the answer is kept; what it throws leaves the key free
 * @returns the answer, of now or of then
 * @throws ResourceError `idempotency_mismatch` when the key came with another request before
 */
export async function once(
  db: Store,
  { key, author, parts }: RepeatableRequest,
  work: (trx: Store) => Promise<string>,
): Promise<string> {
  const actor = authorOf(author.caller);
  const requestHash = createHash("sha256").update(JSON.stringify(parts)).digest();
  return await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("vedette.idempotency_keys")
      .where(sql<boolean>`created_at < now() - interval '24 hours'`)
      .execute();
    const first = await trx
      .insertInto("vedette.idempotency_keys")
      .values({ actor, key, request_hash: requestHash, answer: "" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    const entry = trx.updateTable("vedette.idempotency_keys").where("actor", "=", actor).where("key", "=", key);
    if (first !== undefined) {
      const answer = await work(trx);
      await entry.set({ answer }).execute();
      return answer;
    }
    const known = await trx
      .selectFrom("vedette.idempotency_keys")
      .select(["request_hash", "answer"])
      .where("actor", "=", actor)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (!requestHash.equals(known.request_hash)) throw new ResourceError("idempotency_mismatch");
    return known.answer;
  });
}
