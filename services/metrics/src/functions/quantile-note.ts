import type { Notes } from "../engine/notes.ts";
import type { Span } from "../promql/syntax.ts";
import type { CallContext } from "./declaration.ts";

/** Warns of a quantile outside of 0 to 1, for which the result is an infinity or NaN. */
export function noteQuantile(quantile: number, notes: Notes, span: Span): void {
  if (quantile >= 0 && quantile <= 1) return;
  notes.warn(`quantile value should be between 0 and 1, got ${formatQuantile(quantile)}`, span);
}

/** The same for a call whose first argument is the quantile. */
export function noteQuantileOfCall([quantile = Number.NaN]: readonly number[], { call, notes }: CallContext): void {
  noteQuantile(quantile, notes, call.arguments[0]?.span ?? call.span);
}

function formatQuantile(quantile: number): string {
  if (Number.isFinite(quantile) || Number.isNaN(quantile)) return String(quantile);
  return quantile > 0 ? "+Inf" : "-Inf";
}
