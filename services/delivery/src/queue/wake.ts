import type { Database } from "@vedette/database";
import type { KyselyTransactionLike } from "pg-boss";

const CHANNEL = "vedette_delivery";

/** Tells the workers of all processes that a queue has a new job. They hear it when the transaction commits. */
export async function wakeWorkers(trx: KyselyTransactionLike, queue: string): Promise<void> {
  await trx.executeQuery({
    sql: "select pg_notify($1, $2)",
    parameters: [CHANNEL, queue],
    query: { kind: "RawNode" },
    queryId: { queryId: "vedette_delivery_wake" },
  });
}

/** Calls back whenever a queue has a new job, until the answer is called. A missed call costs one polling interval. */
export async function listenForJobs(db: Database, onJob: (queue: string) => void): Promise<() => Promise<void>> {
  return await db.listen(CHANNEL, onJob);
}
