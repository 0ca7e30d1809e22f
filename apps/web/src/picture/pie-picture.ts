import { renderToSVG } from "@vedette/chart/core";
import { flagOf, objectOf } from "../dashboard/model/json.ts";
import {
  pieColumns,
  pieLabels,
  pieLegend,
  pieOption,
  pieRoom,
  type Slice,
  slicesOf,
} from "../dashboard/panel/other/pie-slices.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { moved, svgBox, svgText, textWidth } from "./svg-text.ts";

const LINE = 20;
const SIZE = 12;
const GAP = 14;

/** Shares of a whole, with their names, values and shares below or beside. */
export function piePicture(picture: PanelPicture): string {
  const { panel, frames, width, height, chartTheme } = picture;
  const slices = slicesOf(frames, panel.options, { ...displayContext(picture), chartTheme });
  if (slices.length === 0) return "";
  const legend = objectOf(panel.options["legend"]);
  const hasLegend = flagOf(legend["showLegend"], true) && legend["displayMode"] !== "hidden";
  const { isBeside, chart } = pieRoom({ width, height }, hasLegend ? pieLegend(slices, legend, SIZE) : undefined);
  const isDonut = panel.options["pieType"] === "donut";
  const pie = renderToSVG(
    pieOption(slices, { isDonut, labels: pieLabels(panel.options), chartTheme, size: chart }),
    chart,
  );
  if (!hasLegend) return pie;
  const room = isBeside
    ? { width: width - chart.width - GAP, height }
    : { width, height: height - chart.height - LINE / 2 };
  const [x, y] = isBeside ? [chart.width + GAP, 0] : [0, chart.height + LINE / 2];
  return pie + moved(x, y, legendPicture(slices, { columns: pieColumns(legend), ...room }, picture));
}

interface LegendRoom {
  readonly columns: ReturnType<typeof pieColumns>;
  readonly width: number;
  readonly height: number;
}

function legendPicture(
  slices: readonly Slice[],
  { columns, width, height }: LegendRoom,
  { chartTheme }: PanelPicture,
): string {
  const lines = slices.slice(0, Math.max(1, Math.floor(height / LINE)));
  const number = { size: SIZE, color: chartTheme.text, anchor: "end" as const };
  const column = (texts: readonly string[]): number => Math.max(...texts.map((text) => textWidth(text, number))) + 8;
  const shares = columns.includes("share") ? column(lines.map(({ share }) => share)) : 0;
  const values = columns.includes("text") ? column(lines.map(({ text }) => text)) : 0;
  const top = Math.max(0, (height - lines.length * LINE) / 2);
  return lines
    .map(({ name, color, text, share }, at) => {
      const y = top + at * LINE + 14;
      const label = { size: SIZE, color: chartTheme.label, width: width - 20 - shares - values };
      const dot = svgBox({ x: 0, y: y - 9, width: 9, height: 9 }, color, { radius: 2 });
      return (
        dot +
        svgText(name, 16, y, label, chartTheme) +
        (values > 0 ? svgText(text, width - shares, y, number, chartTheme) : "") +
        (shares > 0 ? svgText(share, width, y, number, chartTheme) : "")
      );
    })
    .join("");
}
