/** For a setting that the reference service's file writes the other way round. */
export function opposite(written: unknown): unknown {
  return typeof written === "boolean" ? !written : written;
}
