import { STATUS_CODES } from "node:http";
import { argumentError } from "../errors.ts";
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

/** An answer below this is only a promise of another one: clients go on waiting. */
export const LEAST_FINAL_STATUS = 200;

/** What Chromium takes: 100 to 599, or any three digits with a phrase. */
export function parseStatus(method: string, status: unknown, least = 100): number {
  if (typeof status === "number" && Number.isInteger(status) && status >= least && status <= 999) return status;
  throw argumentError(method, "status", `must be a whole number from ${least} to 999, not ${String(status)}`);
}

/** The standard phrase of a status; never empty, which Chromium refuses. */
export function phraseOf(status: number): string {
  return STATUS_CODES[status] ?? "Unknown";
}

const EDIT = "editResponse";

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
    const headers = change.headers === undefined ? head.headers : parseHeaderMap(EDIT, change.headers);
    if (change.status === undefined) return { ...head, headers };
    return {
      status: parseStatus(EDIT, change.status, LEAST_FINAL_STATUS),
      statusText: phraseOf(change.status),
      headers,
    };
  } catch (error) {
    refused(error);
    return undefined;
  }
}
