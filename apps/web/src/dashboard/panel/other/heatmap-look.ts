import type { ChartTheme } from "@vedette/chart/core";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { flagOf, type JsonObject, numberOf, objectOf, oneOf, textOf } from "../../model/json.ts";
import { heatmapColors } from "./heatmap-scheme.ts";

/** What a heatmap's options say of its picture. */
export interface HeatmapLook {
  /** Few to many. */
  readonly colors: readonly string[];
  /** Counts of the first and the last colour; of the data unless given. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** CSS pixels between cells; as there is room unless given. */
  readonly gap: number | undefined;
  readonly axis: "left" | "right" | "hidden";
  readonly axisName: string;
  /** The lowest bucket on top. */
  readonly isReversed: boolean;
  readonly hasScale: boolean;
  readonly counts: "auto" | "always" | "never";
  /** Of exemplars. */
  readonly exemplarColor: string;
}

export function heatmapLook(
  options: JsonObject,
  look: { readonly theme: Theme; readonly chartTheme: ChartTheme },
): HeatmapLook {
  const axis = objectOf(options["yAxis"]);
  const color = objectOf(options["color"]);
  const exemplarColor = textOf(objectOf(options["exemplars"])["color"]);
  return {
    colors: heatmapColors(options["color"], look),
    least: numberOf(color["min"]),
    most: numberOf(color["max"]),
    gap: numberOf(options["cellGap"]),
    axis: oneOf(axis["axisPlacement"], ["left", "right", "hidden"], "left"),
    axisName: textOf(axis["axisLabel"]),
    isReversed: flagOf(axis["reverse"], false),
    hasScale: flagOf(objectOf(options["legend"])["show"], true),
    counts: oneOf(options["showValue"], ["auto", "always", "never"], "auto"),
    exemplarColor: exemplarColor === "" ? look.chartTheme.text : cssColor(exemplarColor, look.theme),
  };
}
