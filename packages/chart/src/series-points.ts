import type { EChartsCoreOption } from "echarts/core";

/** A point of a series as it is read out: where it stands, and its value. */
interface SeriesPoint {
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
  const categories = categoriesOf(option);
  const isTimed = axesOf(option).some(({ type }) => type === "time");
  return seriesOf(option).map((series, at) => {
    const { name, items } = itemsOf(option, series, at);
    return {
      name: String(series["name"] ?? name ?? `series ${at + 1}`),
      points: items.map((item, index) => {
        const { key, value } = keyAndValue(item, categories[index] ?? index + 1);
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

function keyAndValue(item: unknown, place: Key): { readonly key: Key; readonly value: unknown } {
  const isNamed = isMembers(item) && !Array.isArray(item);
  const value = isNamed ? item["value"] : item;
  const name = isNamed && typeof item["name"] === "string" ? item["name"] : undefined;
  if (Array.isArray(value)) return { key: name ?? keyOf(value[0]), value: value[1] };
  return { key: name ?? place, value };
}

function keyOf(value: unknown): Key {
  return typeof value === "number" || value instanceof Date ? value : String(value);
}

function itemsOf(option: EChartsCoreOption, series: Members, at: number) {
  const { data } = series;
  if (ArrayBuffer.isView(data)) return { name: undefined, items: pairsOf(data as Float64Array) }; // of numbers
  const dataset = listOf(option["dataset"])[Number(series["datasetIndex"] ?? 0)];
  if (data !== undefined || !isMembers(dataset)) return { name: undefined, items: listOf(data) };
  return itemsOfDataset(dataset, series, at);
}

/** Place and value in turn. */
function pairsOf(flat: Float64Array): readonly unknown[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2], flat[at * 2 + 1]]);
}

/** As the library does without `encode`: the first column says where, and each series has one of those that follow. */
function itemsOfDataset(dataset: Members, series: Members, at: number) {
  const { columns, rows } = tableOf(dataset, series["seriesLayoutBy"] === "row");
  const encode = isMembers(series["encode"]) ? series["encode"] : {};
  const column = (asked: readonly unknown[], other: number) => {
    const told = asked.flatMap(listOf)[0];
    return typeof told === "number" ? told : told === undefined ? other : columns.indexOf(String(told));
  };
  const [key, value] = [column([encode["x"], encode["itemName"]], 0), column([encode["y"], encode["value"]], at + 1)];
  return { name: columns[value], items: rows.map((row) => [row[key], row[value]]) };
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

function categoriesOf(option: EChartsCoreOption): readonly string[] {
  return listOf(axesOf(option).find(({ data }) => Array.isArray(data))?.["data"]).map(String);
}

function axesOf(option: EChartsCoreOption): readonly Members[] {
  return [option["xAxis"], option["yAxis"]].flatMap(listOf).filter(isMembers);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
