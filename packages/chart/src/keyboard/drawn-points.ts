import type { ECharts } from "echarts/core";
import { helper } from "echarts/core";
import { type ComponentModel, componentsOf, isFilteredOut } from "../event/model.ts";
import type { PointPlace } from "./place-by-key.ts";

/** Something that stands for a point of the data. */
export interface DrawnPoint {
  readonly element: object;
  /** Its middle, in CSS pixels of the chart. */
  readonly x: number;
  readonly y: number;
}

/** What the library draws for a point; its types say nothing of them. */
interface GraphicElement {
  getBoundingRect(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  getComputedTransform(): readonly number[] | null;
}

interface SeriesData {
  count(): number;
  getItemGraphicEl(index: number): GraphicElement | null | undefined;
  getRawIndex(index: number): number;
  hasValue(index: number): boolean;
  getLayout(member: "points"): ArrayLike<number> | undefined;
  mapDimension(dimension: string): string | undefined;
  getValues(dimensions: readonly (string | undefined)[], index: number): unknown[];
}

interface SeriesModel extends ComponentModel {
  readonly coordinateSystem?: {
    readonly dimensions: readonly string[];
    dataToPoint?(values: unknown[]): readonly number[];
  } | null;
  getData?(): SeriesData | undefined;
  getTooltipPosition?(index: number): readonly number[] | undefined;
}

/** How many points each series of a chart has; none where it does not answer the pointer either, or is not shown. */
export function pointCounts(raw: ECharts): readonly number[] {
  return seriesOf(raw).map((series) => {
    const isShown = series.get("silent") !== true && !isFilteredOut(raw, series);
    return isShown ? (series.getData?.()?.count() ?? 0) : 0;
  });
}

/** Where a point stands in the data as they were given. */
export function rawIndexOf(raw: ECharts, place: PointPlace): number {
  return dataOf(raw, place)?.getRawIndex(place.point) ?? place.point;
}

/** The element of a point; `undefined` for points that are not drawn one by one, as those of a line without symbols. */
export function drawnPoint(raw: ECharts, place: PointPlace): DrawnPoint | undefined {
  const element = dataOf(raw, place)?.getItemGraphicEl(place.point);
  if (element === undefined || element === null) return undefined;
  const { x, y, width, height } = element.getBoundingRect();
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = element.getComputedTransform() ?? [];
  const [middle, centre] = [x + width / 2, y + height / 2];
  return { element, x: a * middle + c * centre + e, y: b * middle + d * centre + f };
}

/** A stand-in for a point without an element: the library takes what it tells of a point from the target of an event. */
export function undrawnPoint(
  raw: ECharts,
  { series: seriesIndex, point: dataIndex }: PointPlace,
): DrawnPoint | undefined {
  const series = seriesOf(raw)[seriesIndex];
  const data = series?.getData?.();
  if (series === undefined || data?.hasValue(dataIndex) !== true) return undefined;
  const [x, y] = placeInChart(series, data, dataIndex);
  if (x === undefined || y === undefined || Number.isNaN(x + y)) return undefined;
  const element = {};
  Object.assign(helper.getECData(element as Parameters<typeof helper.getECData>[0]), { seriesIndex, dataIndex }); // its store takes any object
  return { element, x, y };
}

function placeInChart(series: SeriesModel, data: SeriesData, point: number): readonly (number | undefined)[] {
  const places = series.subType === "line" ? data.getLayout("points") : undefined;
  if (places !== undefined) return [places[point * 2], places[point * 2 + 1]];
  const told = series.getTooltipPosition?.(point);
  if (told !== undefined) return told;
  const { dimensions = [], dataToPoint } = series.coordinateSystem ?? {};
  const values = data.getValues(
    dimensions.map((dimension) => data.mapDimension(dimension)),
    point,
  );
  return dataToPoint?.call(series.coordinateSystem, values) ?? [];
}

function dataOf(raw: ECharts, { series }: PointPlace): SeriesData | undefined {
  return seriesOf(raw)[series]?.getData?.();
}

function seriesOf(raw: ECharts): readonly SeriesModel[] {
  return componentsOf(raw, { mainType: "series" });
}
