/** One attempt at a job. */
export interface JobAttempt {
  /** The same for every attempt at this job. */
  readonly id: string;
  /** What the job was queued with; checked by whoever handles it. */
  readonly payload: unknown;
  /** Aborted when the attempt takes too long or the worker gives its jobs back. */
  readonly signal: AbortSignal;
}

/** How an attempt went. A handler that throws failed temporarily. */
export type JobOutcome =
  | { readonly kind: "done" }
  | {
      readonly kind: "failed";
      /** Whether another attempt is pointless. */
      readonly isPermanent: boolean;
      /** For the log and the dead-letter queue; nothing of the payload. */
      readonly reason: string;
    };

/** Does the work of a job. Jobs come at least once, so it must bear being called again for the same id. */
export type JobHandler = (attempt: JobAttempt) => Promise<JobOutcome>;
