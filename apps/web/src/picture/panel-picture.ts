import { dashboardMessages } from "../dashboard/messages.ts";
import { alertsPicture } from "./alerts-picture.ts";
import { barGaugePicture } from "./bar-gauge-picture.ts";
import { barChartPicture, heatmapPicture } from "./chart-picture.ts";
import { clockPicture } from "./clock-picture.ts";
import { noticePicture } from "./notice-picture.ts";
import type { PanelPicture } from "./picture-context.ts";
import { piePicture } from "./pie-picture.ts";
import { gaugePicture, statPicture } from "./single-value-picture.ts";
import { statePicture } from "./state-picture.ts";
import { moved, svgText } from "./svg-text.ts";
import { framesPicture, tablePicture } from "./table-picture.ts";
import { textPicture } from "./text-picture.ts";
import { timeSeriesPicture } from "./time-series-picture.ts";

/** How each kind of panel is drawn without a browser. */
const KINDS: ReadonlyMap<string, (picture: PanelPicture) => string> = new Map([
  ["timeseries", timeSeriesPicture],
  ["trend", timeSeriesPicture],
  ["stat", statPicture],
  ["gauge", gaugePicture],
  ["bargauge", barGaugePicture],
  ["piechart", piePicture],
  ["barchart", barChartPicture],
  ["histogram", barChartPicture],
  ["heatmap", heatmapPicture],
  ["state-timeline", statePicture],
  ["status-history", statePicture],
  ["table", tablePicture],
  ["table-old", tablePicture],
]);

/** The inside of a panel as SVG elements. */
export function drawPanel(picture: PanelPicture): string {
  const { panel, frames, failure } = picture;
  if (panel.type === "text") return textPicture(picture);
  if (panel.type === "grafana-clock-panel") return clockPicture(picture);
  if (failure !== undefined) return noticePicture(failure, picture);
  if (panel.type === "alertlist") return alertsPicture(picture);
  const draw = KINDS.get(panel.type);
  if (draw === undefined) return unknownPicture(picture);
  const { noData, noQuery } = dashboardMessages.panel;
  if (frames.every(({ length }) => length === 0)) {
    return noticePicture(picture.reason ?? (panel.targets.length === 0 ? noQuery : noData), picture);
  }
  return draw(picture) || noticePicture(noData, picture);
}

const HEAD = 24;

/** A kind that cannot be drawn: its name, and what it would draw as a table. */
function unknownPicture(picture: PanelPicture): string {
  const { panel, frames, chartTheme, width, height } = picture;
  const { libraryMissing, unknownType, unknownTypeEmpty } = dashboardMessages.panel;
  if (panel.missingLibraryPanel !== undefined) {
    const { name, uid } = panel.missingLibraryPanel;
    return noticePicture(libraryMissing(name || uid, uid), picture);
  }
  if (frames.every(({ length }) => length === 0)) return noticePicture(unknownTypeEmpty(panel.type), picture);
  const style = { size: 12, color: chartTheme.label, width };
  const head = svgText(unknownType(panel.type), 0, 13, style, chartTheme);
  return head + moved(0, HEAD, framesPicture({ ...picture, height: height - HEAD }));
}
