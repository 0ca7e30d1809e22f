import { clockText } from "../dashboard/panel/clock/clock-text.ts";
import type { PanelPicture } from "./picture-context.ts";
import { svgText, textWidth } from "./svg-text.ts";

/** The time at which the picture was made. */
export function clockPicture({ panel, width, height, chartTheme, timeZone, span }: PanelPicture): string {
  const { time, date, zone } = clockText(panel.options, span.to, timeZone);
  const size = Math.max(8, Math.min(height * 0.45, (width / textWidth(time, { size: 1, weight: 600 })) * 0.9));
  const style = { anchor: "middle" as const, width };
  const small = [date, zone].filter((text) => text !== "").join("  ");
  const middle = height / 2 + size * 0.35;
  return (
    svgText(time, width / 2, middle, { ...style, size, color: chartTheme.text, weight: 600 }, chartTheme) +
    (small === ""
      ? ""
      : svgText(
          small,
          width / 2,
          middle + size * 0.5,
          { ...style, size: size * 0.3, color: chartTheme.label },
          chartTheme,
        ))
  );
}
