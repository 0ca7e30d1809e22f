import { dashboardMessages } from "../dashboard/messages.ts";
import { textOf } from "../dashboard/model/json.ts";
import type { PanelPicture } from "./picture-context.ts";
import { barsPicture, tablePicture } from "./rows-picture.ts";
import { gaugePicture, statPicture } from "./single-value-picture.ts";
import { svgText } from "./svg-text.ts";
import { timeSeriesPicture } from "./time-series-picture.ts";

/** How each kind of panel is drawn without a browser; those that are missing show their title alone. */
const KINDS: ReadonlyMap<string, (picture: PanelPicture) => string> = new Map([
  ["timeseries", timeSeriesPicture],
  ["trend", timeSeriesPicture],
  ["stat", statPicture],
  ["gauge", gaugePicture],
  ["bargauge", barsPicture],
  ["piechart", barsPicture],
  ["barchart", barsPicture],
  ["table", tablePicture],
  ["table-old", tablePicture],
  ["text", textPicture],
]);

/** The inside of a panel as SVG elements. */
export function drawPanel(picture: PanelPicture): string {
  const { panel, frames, width, height, chartTheme } = picture;
  const draw = KINDS.get(panel.type);
  if (panel.type !== "text" && frames.every(({ length }) => length === 0)) {
    const style = { size: 13, color: chartTheme.label, anchor: "middle" as const };
    return svgText(dashboardMessages.panel.noData, width / 2, height / 2, style, chartTheme);
  }
  return draw?.(picture) ?? "";
}

/** The words of a text panel without their markup. */
function textPicture({ panel, width, height, chartTheme }: PanelPicture): string {
  const words = textOf(panel.options["content"])
    .slice(0, 10_000)
    .replaceAll(/<[^>]*>|[#*_`]/g, "");
  const letters = Math.max(8, Math.floor(width / 7.4));
  const style = { size: 13, color: chartTheme.text, width };
  return words
    .split("\n")
    .flatMap((line) => wrapped(line, letters))
    .slice(0, Math.floor(height / 20))
    .map((line, at) => svgText(line, 0, at * 20 + 14, style, chartTheme))
    .join("");
}

function wrapped(line: string, letters: number): string[] {
  const lines = [""];
  for (const word of line.split(" ")) {
    const current = lines.at(-1) ?? "";
    const longer = current === "" ? word : `${current} ${word}`;
    if (longer.length > letters && current !== "") lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
