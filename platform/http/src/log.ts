import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";

/** Keys whose values never reach a log line, wherever they stand in it. */
const SECRET_KEYS = [
  "authorization",
  "cookie",
  "set-cookie",
  "apikey",
  "password",
  "token",
  "access_token",
  "refresh_token",
  "secret",
];

/**
 * The log of the process: one JSON line per event, times as RFC 3339, secrets left out.
 *
 * @param stream - standard output when absent
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: "[secret]" },
    serializers: { err: describeError },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
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
