import type { ClientBase, Notification } from "pg";
import { quoteIdentifier } from "../identifier.ts";

type OnPayload = (payload: string) => void;

/** Who listens to which channel of a connection that may be lost and made again. */
export class Listeners {
  readonly #run: (statement: string) => Promise<void>;
  readonly #byChannel = new Map<string, Set<OnPayload>>();

  /** @param run - runs a statement on the connection, or does nothing when the store is closed */
  constructor(run: (statement: string) => Promise<void>) {
    this.#run = run;
  }

  /** Has a new connection listen to everything that somebody listens to. */
  async attach(client: ClientBase): Promise<void> {
    client.on("notification", ({ channel, payload }: Notification) => this.#tell(channel, payload ?? ""));
    for (const channel of this.#byChannel.keys()) {
      await client.query(`listen ${quoteIdentifier(channel)}`);
      // Something may have been missed. Not told at once: whoever is told may query, and this connection is not lent yet.
      setImmediate(() => this.#tell(channel, ""));
    }
  }

  /** @returns ends the listening */
  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const own = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, own.add(onPayload));
    await this.#run(`listen ${quoteIdentifier(channel)}`);
    return async () => {
      own.delete(onPayload);
      if (own.size > 0 || this.#byChannel.get(channel) !== own) return;
      this.#byChannel.delete(channel);
      await this.#run(`unlisten ${quoteIdentifier(channel)}`);
    };
  }

  #tell(channel: string, payload: string): void {
    for (const onPayload of this.#byChannel.get(channel) ?? []) onPayload(payload);
  }
}
