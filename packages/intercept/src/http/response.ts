import type { HeaderEntry } from "./headers.ts";

/** The first lines of a response, as they came or as they will be sent. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderEntry[];
}

/** What a handler answers with, checked and complete. */
export interface FulfilledResponse extends ResponseHead {
  readonly body: Buffer | AsyncIterable<Uint8Array>;
  /** A redirect whose next hop is a request like any other: handlers see it. */
  readonly isRestart?: boolean;
}

/** Changes to the head of a response whose body goes on streaming. Fields not given stay. */
export interface ResponseEdit {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}
