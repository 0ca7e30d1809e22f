import { type HeaderEntry, parseHeaderMap } from "./headers.ts";

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

/** Sees the head of a response before the client does; what it returns changes it while the body goes on. */
export type ResponseEditor = (head: ResponseHead) => ResponseEdit | undefined;

/**
 * The head that the client gets instead.
 *
 * @param refused - told when the editor throws or asks for the impossible; the response then goes on as it is
 */
export function editHead(
  edit: ResponseEditor,
  head: ResponseHead,
  refused: (error: unknown) => void,
): ResponseHead | undefined {
  try {
    const change = edit(head);
    if (change === undefined) return undefined;
    const headers = change.headers === undefined ? head.headers : parseHeaderMap("editResponse", change.headers);
    return { ...head, status: change.status ?? head.status, headers };
  } catch (error) {
    refused(error);
    return undefined;
  }
}
