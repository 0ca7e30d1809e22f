import { type JsonObject, numberOf, oneOf, textOf } from "../../model/json.ts";
import type { Size } from "../../view/use-size.ts";

export interface BarGaugeLook {
  readonly direction: "vertical" | "horizontal";
  readonly names: "auto" | "top" | "left" | "hidden";
  readonly mode: "gradient" | "lcd" | "basic";
  readonly hasValue: boolean;
  /** Least and most pixels of a bar across its direction, where the options say them. */
  readonly thickness: readonly [least: number, most: number] | undefined;
}

/** A bar under its name, and what stands between two bars: `gauge.css`. CSS pixels. */
const LEAST_WITH_NAME = 30;
const GAP = 4;

/** Sizes of type that a number above an upright bar takes. */
const LEAST_UPRIGHT = 5;
const DESK_FONT = 12;

interface BarGaugeRoom extends Size {
  readonly count: number;
  /** Of numbers and names on a wall, where nobody scrolls, in CSS pixels. */
  readonly wallFont?: number | undefined;
}

/** How so many bars lie in a panel of a size. */
export function barGaugeLook(options: JsonObject, { width, height, count, wallFont }: BarGaugeRoom): BarGaugeLook {
  const asked = textOf(options["orientation"], "auto");
  const font = wallFont ?? DESK_FONT;
  const hasRoom = width / count > LEAST_UPRIGHT * font;
  const isUpright =
    (asked === "vertical" && (hasRoom || wallFont === undefined)) ||
    (asked === "auto" && width > height * 1.2 && hasRoom);
  const placement = oneOf(options["namePlacement"], ["auto", "top", "left", "hidden"], "auto");
  const scale = font / DESK_FONT;
  const isNarrow = width < 260 * scale && (height - (count - 1) * GAP) / count >= LEAST_WITH_NAME * scale;
  return {
    direction: isUpright ? "vertical" : "horizontal",
    names: placement === "auto" && isNarrow ? "top" : placement,
    mode: oneOf(options["displayMode"], ["gradient", "lcd", "basic"], "gradient"),
    hasValue: options["valueMode"] !== "hidden",
    thickness: options["sizing"] === "manual" ? thicknessOf(options, isUpright) : undefined,
  };
}

/** The defaults are those of the panel that these options come from. */
function thicknessOf(options: JsonObject, isUpright: boolean): readonly [number, number] {
  if (isUpright) return [numberOf(options["minVizWidth"]) ?? 8, Number.POSITIVE_INFINITY];
  const least = numberOf(options["minVizHeight"]) ?? 16;
  return [least, Math.max(least, numberOf(options["maxVizHeight"]) ?? 300)];
}
