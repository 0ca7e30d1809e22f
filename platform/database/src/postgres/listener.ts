import { setTimeout as delay } from "node:timers/promises";
import type { Client, Notification } from "pg";
import { explainFailure, sqlStateOf } from "../driver-failure.ts";
import { quoteIdentifier } from "../identifier.ts";

/** Notifications over a connection of its own, made when somebody first listens and made again when it is lost. */
export interface Listener {
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** What compatible servers without LISTEN answer; there nobody is called, and pollers go on polling. */
const NOT_SUPPORTED = "0A000";
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

export function openListener(createClient: () => Client): Listener {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const closing = new AbortController();
  let connected: Promise<Client> | undefined;

  const tell = (channel: string, payload: string): void => {
    for (const onPayload of listeners.get(channel) ?? []) onPayload(payload);
  };

  async function connect(): Promise<Client> {
    const client = createClient();
    client.on("notification", ({ channel, payload }: Notification) => tell(channel, payload ?? ""));
    client.on("error", () => {}); // "end" follows
    await client.connect();
    client.once("end", () => {
      if (closing.signal.aborted) return;
      connected = reconnect();
      connected.catch(() => {}); // only closing ends the attempts
    });
    return client;
  }

  async function reconnect(): Promise<Client> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: closing.signal });
      try {
        const client = await connect();
        await resume(client);
        return client;
      } catch {
        // The server is not back yet.
      }
    }
  }

  /** Listens again, and has every listener look for what it may have missed. */
  async function resume(client: Client): Promise<void> {
    for (const channel of listeners.keys()) await client.query(`listen ${quoteIdentifier(channel)}`);
    for (const channel of listeners.keys()) tell(channel, "");
  }

  async function run(command: "listen" | "unlisten", channel: string): Promise<void> {
    try {
      connected ??= connect();
      await (await connected).query(`${command} ${quoteIdentifier(channel)}`);
    } catch (error) {
      if (sqlStateOf(error) !== NOT_SUPPORTED) throw explainFailure(error, "unavailable");
    }
  }

  return {
    async listen(channel, onPayload) {
      const own = listeners.get(channel) ?? new Set();
      listeners.set(channel, own.add(onPayload));
      await run("listen", channel);
      return async () => {
        own.delete(onPayload);
        if (own.size > 0 || listeners.get(channel) !== own) return;
        listeners.delete(channel);
        if (!closing.signal.aborted) await run("unlisten", channel);
      };
    },
    async close() {
      closing.abort();
      const client = await connected?.catch(() => undefined);
      await client?.end();
    },
  };
}
