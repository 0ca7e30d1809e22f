import type { Notification, Pool, PoolClient } from "pg";
import { quoteIdentifier } from "../identifier.ts";

type Listen = (channel: string, onPayload: (payload: string) => void) => Promise<() => Promise<void>>;

/** Listens on the store's only connection; a new connection listens to the same channels again. */
export function listenOnPool(pool: Pool): Listen {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const tell = (channel: string, payload: string): void => {
    for (const onPayload of listeners.get(channel) ?? []) onPayload(payload);
  };
  const resume = async (client: PoolClient): Promise<void> => {
    for (const channel of listeners.keys()) {
      await client.query(`listen ${quoteIdentifier(channel)}`);
      tell(channel, "");
    }
  };
  pool.on("connect", (client) => {
    client.on("notification", ({ channel, payload }: Notification) => tell(channel, payload ?? ""));
    resume(client).catch(() => {}); // the connection is lost again, and the next one resumes
  });

  return async (channel, onPayload) => {
    const own = listeners.get(channel) ?? new Set();
    listeners.set(channel, own.add(onPayload));
    await pool.query(`listen ${quoteIdentifier(channel)}`);
    return async () => {
      own.delete(onPayload);
      if (own.size > 0 || listeners.get(channel) !== own) return;
      listeners.delete(channel);
      if (!pool.ending) await pool.query(`unlisten ${quoteIdentifier(channel)}`);
    };
  };
}
