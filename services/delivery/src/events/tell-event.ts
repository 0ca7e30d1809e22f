import type { JobAttempt, JobOutcome } from "../queue/job.ts";
import type { Circuit } from "./circuit.ts";
import { isQueuedEvent, type Teller } from "./event.ts";

/** The job of one event. Whatever the receiver has against it, it is told again: that may be mended there. */
export async function tellEvent(
  { teller, circuit }: { teller: Teller | undefined; circuit: Circuit },
  { payload }: JobAttempt,
): Promise<JobOutcome> {
  if (!isQueuedEvent(payload)) return { kind: "failed", isPermanent: true, reason: "the job holds no event" };
  const reason = teller === undefined ? "nobody tells of events" : await teller.tell(payload.event);
  if (reason === undefined) {
    circuit.succeeded();
    return { kind: "done" };
  }
  circuit.failed();
  return { kind: "failed", isPermanent: false, reason };
}
