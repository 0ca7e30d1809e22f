import type { Database } from "@vedette/database";
import type { KyselyTransactionLike } from "pg-boss";

/** Tells workers of new jobs, so that they need not wait for their next look into the queue. */
export interface WakeUps extends AsyncDisposable {
  /** Wakes the workers of a queue, in all processes, when the transaction commits. */
  announce(trx: KyselyTransactionLike, queue: string): Promise<void>;
}

const CHANNEL = "vedette_delivery";

/**
 * Listens for new jobs. A missed call costs one polling interval; so does a store without LISTEN and NOTIFY,
 * as some clusters that speak PostgreSQL are.
 *
 * @param onJob - called when any queue has a new job
 * @param onUnsupported - called instead, once, when the store cannot do it
 */
export async function openWakeUps(
  db: Database,
  onJob: () => void,
  onUnsupported: (error: unknown) => void,
): Promise<WakeUps> {
  try {
    const stop = await db.listen(CHANNEL, onJob);
    return { announce, [Symbol.asyncDispose]: stop };
  } catch (error) {
    onUnsupported(error);
    return { announce: async () => undefined, [Symbol.asyncDispose]: async () => undefined };
  }
}

async function announce(trx: KyselyTransactionLike, queue: string): Promise<void> {
  await trx.executeQuery({
    sql: "select pg_notify($1, $2)",
    parameters: [CHANNEL, queue],
    query: { kind: "RawNode" },
    queryId: { queryId: "vedette_delivery_wake" },
  });
}
