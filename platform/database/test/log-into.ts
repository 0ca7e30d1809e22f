import type { DatabaseLog } from "../src/log.ts";

/** A log that a test reads: each line is the level and the message. */
export function logInto(lines: string[]): DatabaseLog {
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
