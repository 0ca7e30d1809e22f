import type { StatusCode } from "@vedette/worker-metrics";

/** Why a mail server did not take a mail. */
export interface SmtpFailure {
  /** Whether the server will never take this mail; everything else is worth another attempt. */
  readonly isPermanent: boolean;
  /** The nearest gRPC code, for metrics. */
  readonly statusCode: StatusCode;
  /** What may be logged: codes and the command, never the server's words, which quote addresses. */
  readonly reason: string;
}

/** Codes of nodemailer that speak about this one mail, not about the connection or our sign-in. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"]);

const STATUS_BY_CODE: ReadonlyMap<string, StatusCode> = new Map([
  ["EAUTH", "UNAUTHENTICATED"],
  ["ENOAUTH", "UNAUTHENTICATED"],
  ["EOAUTH2", "UNAUTHENTICATED"],
  ["ETIMEDOUT", "DEADLINE_EXCEEDED"],
  ["EABORT", "DEADLINE_EXCEEDED"],
  ["ETLS", "FAILED_PRECONDITION"],
]);

const STATUS_BY_REPLY: ReadonlyMap<number, StatusCode> = new Map([
  [452, "RESOURCE_EXHAUSTED"],
  [552, "RESOURCE_EXHAUSTED"],
  [550, "NOT_FOUND"],
  [551, "NOT_FOUND"],
  [553, "INVALID_ARGUMENT"],
  [501, "INVALID_ARGUMENT"],
]);

/**
 * Reads what nodemailer threw. A refused sign-in is temporary: it is the operator who mends it, and the mails wait.
 *
 * @see RFC 5321, 4.2.1: 4yz transient, 5yz permanent negative completion
 */
export function readSmtpFailure(error: unknown): SmtpFailure {
  const code = textOf(error, "code") ?? "UNKNOWN";
  const command = textOf(error, "command");
  const reply = replyOf(error);
  const isRefusal = reply !== undefined && reply >= 500;
  return {
    isPermanent: ABOUT_THE_MAIL.has(code) && (isRefusal || reply === undefined),
    statusCode: statusOf(code, reply),
    reason: [textOf(error, "originalCode") ?? code, reply, command].filter((part) => part !== undefined).join(" "),
  };
}

function statusOf(code: string, reply: number | undefined): StatusCode {
  const named = STATUS_BY_CODE.get(code) ?? (reply === undefined ? undefined : STATUS_BY_REPLY.get(reply));
  if (named !== undefined) return named;
  return reply !== undefined && reply >= 500 ? "FAILED_PRECONDITION" : "UNAVAILABLE";
}

function textOf(error: unknown, key: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined;
  return typeof value === "string" ? value : undefined;
}

function replyOf(error: unknown): number | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, "responseCode") : undefined;
  return typeof value === "number" ? value : undefined;
}
