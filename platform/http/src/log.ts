import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";
import { redactLine } from "./redact.ts";

/** Keys whose values never reach a log line, wherever they stand in it. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "set-cookie",
  "apikey",
  "password",
  "token",
  "access_token",
  "refresh_token",
  "secret",
]);
const CENSOR = "[secret]";
/** What is told of a fact is flat; deeper than this nobody reads a log line. */
const MAX_DEPTH = 5;

/**
 * The log of the process: one JSON line per event, times as RFC 3339, secrets left out. What a child of it says with
 * each of its lines is not looked through.
 *
 * @param stream - standard output when absent
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    // Not by pino's `redact`: with keys that may stand anywhere it copies every line, at 17 times the cost of writing it.
    formatters: { log: (fields) => withoutSecrets(fields) },
    serializers: { err: describeError },
    // The whole line: messages, foreign errors and what a child adds to each of its lines.
    hooks: { streamWrite: redactLine },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** The fields themselves when they hold no secret, as nearly all; else a copy. */
function withoutSecrets(fields: Record<string, unknown>, depth = 1): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const value = SECRET_KEYS.has(key) ? CENSOR : censored(fields[key], depth);
    if (value === fields[key]) continue;
    copy ??= { ...fields };
    copy[key] = value;
  }
  return copy ?? fields;
}

/** Objects of classes are left to their serializers. */
function censored(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => censored(item, depth + 1));
  return isPlain(value) ? withoutSecrets(value, depth + 1) : value;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An error without what a driver may attach to it: no statement, no parameters, no row. */
function describeError(error: Error): { type: string; message: string; stack: string; code?: string } {
  const code: unknown = Reflect.get(error, "code");
  const cause = error.cause instanceof Error ? `\ncaused by: ${error.cause.stack ?? error.cause.message}` : "";
  return {
    type: error.name,
    message: error.message,
    stack: `${error.stack ?? ""}${cause}`,
    ...(typeof code === "string" ? { code } : {}),
  };
}
