import { type JsonObject, oneOf, textOf } from "../../model/json.ts";
import type { Size } from "../../view/use-size.ts";

export interface BarGaugeLook {
  readonly direction: "vertical" | "horizontal";
  readonly names: "auto" | "top" | "left" | "hidden";
  readonly mode: "gradient" | "lcd" | "basic";
  readonly hasValue: boolean;
}

/** How so many bars lie in a panel of a size. */
export function barGaugeLook(options: JsonObject, { width, height }: Size, count: number): BarGaugeLook {
  const asked = textOf(options["orientation"], "auto");
  const isUpright = asked === "vertical" || (asked === "auto" && width > height * 1.2 && width / count > 60);
  const placement = oneOf(options["namePlacement"], ["auto", "top", "left", "hidden"], "auto");
  const isNarrow = width < 260 && height / count >= 34;
  return {
    direction: isUpright ? "vertical" : "horizontal",
    names: placement === "auto" && isNarrow ? "top" : placement,
    mode: oneOf(options["displayMode"], ["gradient", "lcd", "basic"], "gradient"),
    hasValue: options["valueMode"] !== "hidden",
  };
}
