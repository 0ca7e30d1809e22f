import { readFileSync } from "node:fs";

/** For a setting that the reference service's file writes the other way round. */
export function opposite(written: unknown): unknown {
  return typeof written === "boolean" ? !written : written;
}

/** For a setting that the reference service's file keeps in a file of its own. One that cannot be read is refused. */
export function textOfFile(written: unknown): unknown {
  if (typeof written !== "string") return written;
  try {
    return readFileSync(written, "utf8");
  } catch {
    return { path: written };
  }
}

const FIVE_MINUTES_AN_HOUR = 12;

/** For a limit that the reference service's file counts in five minutes, and this one in an hour. */
export function perHour(written: unknown): unknown {
  return typeof written === "number" ? written * FIVE_MINUTES_AN_HOUR : written;
}
