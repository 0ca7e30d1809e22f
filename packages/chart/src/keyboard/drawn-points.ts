import type { ECharts } from "echarts/core";
import { type ComponentModel, componentsOf } from "../event/model.ts";

/** An element that stands for a point of the data. */
export interface DrawnPoint {
  readonly element: unknown;
  /** Its middle, in CSS pixels of the chart. */
  readonly x: number;
  readonly y: number;
}

/** What the library draws for a point; its types say nothing of them. */
interface GraphicElement {
  getBoundingRect(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  getComputedTransform(): readonly number[] | null;
}

interface SeriesModel extends ComponentModel {
  getData?(): { count(): number; getItemGraphicEl(index: number): GraphicElement | undefined } | undefined;
}

/** How many points each series of a chart has; none where it does not answer the pointer either. */
export function pointCounts(raw: ECharts): readonly number[] {
  return seriesOf(raw).map((series) => (series.get("silent") === true ? 0 : (series.getData?.()?.count() ?? 0)));
}

/** `undefined` for points that are not drawn one by one, as those of a line without symbols. */
export function drawnPoint(raw: ECharts, series: number, point: number): DrawnPoint | undefined {
  const element = seriesOf(raw)[series]?.getData?.()?.getItemGraphicEl(point);
  if (element === undefined || element === null) return undefined;
  const { x, y, width, height } = element.getBoundingRect();
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = element.getComputedTransform() ?? [];
  const [middle, centre] = [x + width / 2, y + height / 2];
  return { element, x: a * middle + c * centre + e, y: b * middle + d * centre + f };
}

function seriesOf(raw: ECharts): readonly SeriesModel[] {
  return componentsOf(raw, { mainType: "series" });
}
