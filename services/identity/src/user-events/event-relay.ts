import type { Database } from "@vedette/database";
import type { Delivery } from "@vedette/delivery";
import type { IdentityTables } from "../identity-tables.ts";
import { relayEvents } from "./relay-events.ts";

/** Moves events into their queue as they come. */
export interface EventRelay {
  /** Something was committed. */
  ring(): void;
  /** Waits for the round that runs. */
  settle(): Promise<void>;
}

/** @param onError - told of a round that failed; what it was for waits for the next one */
export function openEventRelay(
  db: Database,
  delivery: Pick<Delivery, "queueEvents">,
  onError: (error: unknown) => void,
): EventRelay {
  const tables = db.as<IdentityTables>();
  let running: Promise<void> | undefined;
  let isDue = false;
  const run = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await relayEvents(tables, delivery).catch(onError);
    }
    running = undefined;
  };
  return {
    ring() {
      isDue = true;
      running ??= run();
    },
    settle: async () => running,
  };
}
