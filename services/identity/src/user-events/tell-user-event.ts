import type { UserEvent } from "@vedette/client/hooks";
import type { Hooks } from "../hooks/open-hooks.ts";

/** The log and the dead letters have it, and it is the receiver's own words. */
const MAX_REASON_LENGTH = 500;

/** Tells a hook of an event of the queue. @returns why it must be told again; `undefined` when it was taken */
export async function tellUserEvent(hooks: Pick<Hooks, "tell">, event: object): Promise<string | undefined> {
  try {
    // The relay alone queues events.
    await hooks.tell("user_event", event as UserEvent);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, MAX_REASON_LENGTH) : "unexpected error";
  }
}
