/** What the chain needs of the place that its requests come from. */
export interface Backend {
  /** Brings what is paused in line with the routes; resolves when that is in force. */
  sync(): Promise<void>;
  /** Requests that wait for a handler. */
  readonly inFlight: number;
  /** Entries of internal tables, for tests of what is kept. */
  readonly retained: number;
  /** Another backend has taken over: what waits here is still answered, what comes is let through. */
  retire(): void;
  close(): Promise<void>;
}
