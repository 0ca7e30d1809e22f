import { fixedRange } from "../model/time/time-range.ts";
import type { Session } from "./use-session.ts";

/** Everything that is chosen stands in the address, also what the document would choose by itself. */
export function linkToView({ span, range, variables }: Session, times: "these" | "theirs"): string {
  const url = new URL(window.location.href);
  const { from, to } = times === "these" ? fixedRange(span) : range;
  url.searchParams.set("from", from);
  url.searchParams.set("to", to);
  url.searchParams.delete("kiosk");
  for (const [name, { variable, chosen }] of variables.values) {
    if (!variable.isInAddress || variable.type === "constant") continue;
    url.searchParams.delete(`var-${name}`);
    for (const value of chosen) url.searchParams.append(`var-${name}`, value);
  }
  return url.toString();
}
