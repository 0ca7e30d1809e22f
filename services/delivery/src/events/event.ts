import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** Something that a program of the operator's is to be told of. */
export type QueuedEvent = Static<typeof EventSchema>;

const EventSchema = Type.Object({
  /** Whom it is about: events of the same key are told one after the other, in the order in which they were queued. */
  key: Type.String({ minLength: 1, maxLength: 255 }),
  /** What happened, e.g. `user_deleted`. */
  type: Type.String({ minLength: 1, maxLength: 100 }),
  /** What the receiver gets. */
  event: Type.Object({}),
});

/** Whether a job's payload is an event; older or foreign rows may hold anything. */
export function isQueuedEvent(payload: unknown): payload is QueuedEvent {
  return Check(EventSchema, payload);
}

/** Who tells of events. */
export interface Teller {
  /** While it does not, events wait in the queue. */
  isOn(): boolean;
  /** @returns why it could not be told and must be again; `undefined` when all went well */
  tell(event: object): Promise<string | undefined>;
}
