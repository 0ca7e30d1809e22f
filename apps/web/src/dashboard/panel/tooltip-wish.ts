import { type JsonObject, objectOf, oneOf } from "../model/json.ts";

/** Rows of a tooltip; more are counted below it. */
export const MOST_TOOLTIP_ROWS = 24;

/** What a panel wants its tooltip to say. */
export interface TooltipWish {
  /** What is pointed at alone, all beside it too, or nothing. */
  readonly mode: "single" | "multi" | "none";
  /** Of all: as they were asked for, or by their values. */
  readonly order: "none" | "asc" | "desc";
}

/** @param options - of a panel, as its document has them */
export function tooltipWish(options: JsonObject): TooltipWish {
  const { mode, sort } = objectOf(options["tooltip"]);
  return {
    mode: oneOf(mode, ["single", "multi", "none"], "single"),
    order: oneOf(sort, ["none", "asc", "desc"], "none"),
  };
}
