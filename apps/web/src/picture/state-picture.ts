import { flagOf, numberOf } from "../dashboard/model/json.ts";
import { BESIDE_TEXT, layoutStates, placeSpans, textOn } from "../dashboard/panel/states/state-layout.ts";
import { stateRows } from "../dashboard/panel/states/state-rows.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { svgBox, svgText } from "./svg-text.ts";

/** States over time, one row for each field. */
export function statePicture(picture: PanelPicture): string {
  const { panel, frames, span, chartTheme, width, height, timeZone } = picture;
  const { options, type } = panel;
  const isHistory = type === "status-history";
  const isMerged = !isHistory && flagOf(options["mergeValues"], true);
  const rows = stateRows(frames, { ...displayContext(picture), chartTheme, span, isMerged });
  if (rows.every(({ spans }) => spans.length === 0)) return "";
  const share = numberOf(options["rowHeight"]) ?? 0.9;
  const layout = layoutStates(rows, { span, size: { width, height }, theme: chartTheme, timeZone, share });
  const { fontSize, label } = chartTheme;
  const shown = rows.slice(0, Math.max(1, Math.floor(height / layout.rowHeight)));
  const bars = shown.flatMap((row, at) =>
    placeSpans(row, at, layout, { gap: isHistory ? 1 : 0, fontSize }).map(
      ({ x, y, width: wide, span: one, hasRoom }) => {
        const text = {
          size: fontSize,
          color: textOn(one.color),
          weight: 600,
          width: wide - 2 * BESIDE_TEXT * fontSize,
        };
        return (
          svgBox({ x, y, width: wide, height: layout.barHeight }, one.color, { radius: 2 }) +
          (hasRoom
            ? svgText(
                one.text,
                x + BESIDE_TEXT * fontSize,
                y + layout.barHeight / 2 + fontSize * 0.35,
                text,
                chartTheme,
              )
            : "")
        );
      },
    ),
  );
  const names = shown.map(({ name }, at) => {
    const style = { size: fontSize, color: label, anchor: "end" as const, width: layout.nameEnd };
    return svgText(name, layout.nameEnd, layout.rowHeight * (at + 0.5) + fontSize * 0.35, style, chartTheme);
  });
  const ticks = layout.ticks.map(({ x, label: text }) => {
    const style = { size: fontSize, color: label, anchor: "middle" as const };
    return svgText(text, x, layout.height - fontSize * 0.4, style, chartTheme);
  });
  return [...bars, ...names, ...ticks].join("");
}
