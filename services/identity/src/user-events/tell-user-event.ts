import type { UserEvent } from "@vedette/client/hooks";
import { refusalIn } from "../hooks/hook-answer.ts";
import type { Hooks } from "../hooks/open-hooks.ts";

/** The log and the dead letters have it, and it is the receiver's own words. */
const MAX_REASON_LENGTH = 500;

/** Tells a hook of an event of the queue. @returns why it must be told again; `undefined` when it was taken */
export async function tellUserEvent(hooks: Pick<Hooks, "tell">, event: object): Promise<string | undefined> {
  try {
    // The relay alone queues events.
    return refusalIn(await hooks.tell("user_event", event as UserEvent))?.slice(0, MAX_REASON_LENGTH);
  } catch (error) {
    return error instanceof Error ? error.message : "unexpected error";
  }
}
