import type { EChartsCoreOption } from "echarts/core";

/** A point of a series as it is read out: where it stands, and its value. */
export interface SeriesPoint {
  /** A category, a name, a time as an ISO date, or a number. */
  readonly key: string;
  /** Milliseconds since 1970, on an axis of time. */
  readonly time: number | undefined;
  readonly value: number | null;
}

interface NamedPoints {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
}

type Members = Readonly<Record<string, unknown>>;

/** The data of all series of an option, whether they stand in the series or in a dataset. */
export function pointsOf(option: EChartsCoreOption): readonly NamedPoints[] {
  return seriesOf(option).map((series, at) => {
    const axes = axesOfSeries(option, series);
    const isTimed = axes.base?.["type"] === "time";
    const { name, items } = itemsOf(option, series, { at, axes });
    return {
      name: String(series["name"] ?? name ?? `series ${at + 1}`),
      points: items.map((item, index) => {
        const { key, value } = keyAndValue(item, { place: categoryAt(axes.base, index) ?? index + 1, series, axes });
        const time = isTimed ? new Date(key).getTime() : Number.NaN;
        const isTime = !Number.isNaN(time);
        return {
          key: isTime ? new Date(time).toISOString() : String(key),
          time: isTime ? time : undefined,
          value: typeof value === "number" && Number.isFinite(value) ? value : null,
        };
      }),
    };
  });
}

export function seriesOf(option: EChartsCoreOption): readonly Members[] {
  return listOf(option["series"]).filter(isMembers);
}

type Key = string | number | Date;

/** The axes of a series: along the first its data stand, the other measures them. */
interface SeriesAxes {
  readonly base: Members | undefined;
  readonly other: Members | undefined;
  /** The first is the upright one, as of bars that lie. */
  readonly isUpright: boolean;
}

function axesOfSeries(option: EChartsCoreOption, series: Members): SeriesAxes {
  const axis = (type: "x" | "y"): Members | undefined =>
    listOf(option[`${type}Axis`]).filter(isMembers)[Number(series[`${type}AxisIndex`] ?? 0)];
  const [x, y] = [axis("x"), axis("y")];
  const isUpright = isOfPlaces(y) && !isOfPlaces(x);
  return isUpright ? { base: y, other: x, isUpright } : { base: x, other: y, isUpright };
}

function isOfPlaces(axis: Members | undefined): boolean {
  return axis?.["type"] === "category" || axis?.["type"] === "time" || Array.isArray(axis?.["data"]);
}

/** A category, by its number. */
function categoryAt(axis: Members | undefined, at: unknown): string | undefined {
  const category = typeof at === "number" ? listOf(axis?.["data"])[at] : undefined;
  return category === undefined ? undefined : String(isMembers(category) ? category["value"] : category);
}

interface ItemContext {
  /** Of an item that does not say where it stands. */
  readonly place: Key;
  readonly series: Members;
  readonly axes: SeriesAxes;
}

/** What is told of items that are several values and no place: where a candle closed, and the middle of a box. */
const TOLD_VALUE: Readonly<Record<string, number>> = { candlestick: 1, boxplot: 2 };

function keyAndValue(
  item: unknown,
  { place, series, axes }: ItemContext,
): { readonly key: Key; readonly value: unknown } {
  const isNamed = isMembers(item) && !Array.isArray(item);
  const value = isNamed ? item["value"] : item;
  const name = isNamed && typeof item["name"] === "string" ? item["name"] : undefined;
  if (!Array.isArray(value)) return { key: name ?? place, value };
  const type = String(series["type"]);
  const told = TOLD_VALUE[type];
  if (told !== undefined) return { key: name ?? place, value: value[told] };
  const [first, second] = axes.isUpright ? [value[1], value[0]] : value;
  const key = keyOf(categoryAt(axes.base, first) ?? first);
  if (type !== "heatmap" || value.length < 3) return { key: name ?? key, value: second };
  return { key: name ?? `${key}, ${keyOf(categoryAt(axes.other, second) ?? second)}`, value: value[2] };
}

function keyOf(value: unknown): Key {
  return typeof value === "number" || value instanceof Date ? value : String(value);
}

function itemsOf(
  option: EChartsCoreOption,
  series: Members,
  place: { readonly at: number; readonly axes: SeriesAxes },
) {
  const { data } = series;
  if (ArrayBuffer.isView(data)) return { name: undefined, items: pairsOf(data as Float64Array) }; // of numbers
  const dataset = listOf(option["dataset"])[Number(series["datasetIndex"] ?? 0)];
  if (data !== undefined || !isMembers(dataset)) return { name: undefined, items: listOf(data) };
  return itemsOfDataset(dataset, series, place);
}

/** Place and value in turn. */
function pairsOf(flat: Float64Array): readonly unknown[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2], flat[at * 2 + 1]]);
}

/** As the library does without `encode`: the first column says where, and each series has one of those that follow. */
function itemsOfDataset(
  dataset: Members,
  series: Members,
  { at, axes: { isUpright } }: { readonly at: number; readonly axes: SeriesAxes },
) {
  const { columns, rows } = tableOf(dataset, series["seriesLayoutBy"] === "row");
  const encode = isMembers(series["encode"]) ? series["encode"] : {};
  const column = (asked: readonly unknown[], other: number) => {
    const told = asked.flatMap(listOf)[0];
    return typeof told === "number" ? told : told === undefined ? other : columns.indexOf(String(told));
  };
  const [along, across] = isUpright ? [encode["y"], encode["x"]] : [encode["x"], encode["y"]];
  const [key, value] = [column([along, encode["itemName"]], 0), column([across, encode["value"]], at + 1)];
  const items = rows.map((row) => (isUpright ? [row[value], row[key]] : [row[key], row[value]]));
  return { name: columns[value], items };
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Of rows, of objects, or of columns by their names. */
function tableOf({ source, dimensions }: Members, isByRow: boolean): Table {
  const named = listOf(dimensions).map((one) => String(isMembers(one) ? one["name"] : one));
  if (!Array.isArray(source)) {
    const members = isMembers(source) ? source : {};
    const columns = named.length > 0 ? named : Object.keys(members);
    return { columns, rows: transposed(columns.map((column) => listOf(members[column]))) };
  }
  if (source.some((row) => isMembers(row) && !Array.isArray(row))) {
    const objects = source.filter(isMembers);
    const columns = named.length > 0 ? named : [...new Set(objects.flatMap((one) => Object.keys(one)))];
    return { columns, rows: objects.map((one) => columns.map((column) => one[column])) };
  }
  const rows = isByRow ? transposed(source.map(listOf)) : source.map(listOf);
  const hasHead = named.length === 0 && (rows[0] ?? []).every((cell) => typeof cell === "string");
  return hasHead ? { columns: (rows[0] ?? []).map(String), rows: rows.slice(1) } : { columns: named, rows };
}

function transposed(columns: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  const length = Math.max(0, ...columns.map((column) => column.length));
  return Array.from({ length }, (_, at) => columns.map((column) => column[at]));
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
