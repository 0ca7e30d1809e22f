/** What the chain needs of the place that its requests come from. */
export interface Backend {
  /** Brings what is paused in line with the routes; resolves when that is in force. */
  sync(): Promise<void>;
  /** Requests that wait for a handler. */
  readonly inFlight: number;
  /** Entries of internal tables, for tests of what is kept. */
  readonly retained: number;
  /** Takes the place of another backend, which still answers what only it gets to see. */
  replace(before: Backend): void;
  close(): Promise<void>;
}
