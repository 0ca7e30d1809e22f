import type { Cursor } from "@vedette/chart/core";
import { dashboardMessages } from "../../messages.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { type JsonObject, objectOf } from "../../model/json.ts";
import { dateTimeText, zoneText } from "../../model/time/time-text.ts";
import { MOST_TOOLTIP_ROWS, tooltipWish } from "../tooltip-wish.ts";
import type { PanelSeries } from "./series-of-frames.ts";
import type { TooltipContent } from "./tooltip.ts";

/** What the tooltip says at a cursor: the nearest series, or all, as the panel's options ask; nothing for `none`. */
export function cursorContent(
  cursor: Cursor,
  series: readonly PanelSeries[],
  { options, context }: { readonly options: JsonObject; readonly context: DisplayContext },
): TooltipContent | undefined {
  const { mode: wanted, order } = tooltipWish(options);
  const { hideZeros } = objectOf(options["tooltip"]);
  if (wanted === "none") return undefined;
  const all = series.flatMap((one, at) => {
    const value = one.field.values[cursor.indices[at] ?? -1];
    const isShown =
      typeof value === "number" && !Number.isNaN(value) && one.isInTooltip && !(hideZeros === true && value === 0);
    return isShown ? [{ one, at, value }] : [];
  });
  const chosen = wanted === "single" && cursor.nearest >= 0 ? all.filter(({ at }) => at === cursor.nearest) : all;
  const sorted =
    order === "none" ? chosen : chosen.toSorted((a, b) => (order === "asc" ? a.value - b.value : b.value - a.value));
  const left = sorted.length - MOST_TOOLTIP_ROWS;
  return {
    title: `${dateTimeText(cursor.time, context.timeZone)} ${zoneText(cursor.time, context.timeZone)}`,
    rows: sorted.slice(0, MOST_TOOLTIP_ROWS).map(({ one, at, value }) => ({
      name: one.name,
      value: displayValue(value, one.field, context).line,
      color: one.color,
      isStrong: wanted === "multi" && at === cursor.nearest,
    })),
    ...(left > 0 ? { note: dashboardMessages.chart.more(left) } : {}),
  };
}
