import { isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../json.ts";

/** The colours of a new singlestat panel. */
const USUAL_COLORS = ["#299c46", "rgba(237, 129, 40, 0.89)", "#d44a3a"];

/**
 * `"50,80"` (or a list) and its colours, as singlestat panels and old table styles have them, in today's form.
 *
 * @returns `undefined` without thresholds
 */
export function thresholdsOfText(thresholds: unknown, colors: unknown): JsonObject | undefined {
  const parts = typeof thresholds === "string" ? thresholds.split(",") : listOf(thresholds);
  const values = parts.map(numberOf).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  const names = listOf(colors).filter((color) => typeof color === "string");
  const colorAt = (at: number) => names[at] ?? USUAL_COLORS[at] ?? "red";
  const steps = values.map((value, at) => ({ value, color: colorAt(at + 1) }));
  return { mode: "absolute", steps: [{ value: null, color: colorAt(0) }, ...steps] };
}

/** A single value of schema 8 and before began its thresholds with one that said nothing. */
export function realThresholdsOfValue(panel: JsonObject): JsonObject {
  const { type, thresholds } = panel;
  if (type !== "singlestat" || typeof thresholds !== "string") return panel;
  return { ...panel, thresholds: withoutFirst(thresholds.split(",")).join(",") };
}

/** So did the columns of a table, until schema 10. */
export function realThresholdsOfTable(panel: JsonObject): JsonObject {
  if (panel["type"] !== "table" || !Array.isArray(panel["styles"])) return panel;
  const styles = panel["styles"].map((style: unknown) =>
    isObject(style) && Array.isArray(style["thresholds"])
      ? { ...style, thresholds: withoutFirst(style["thresholds"]) }
      : style,
  );
  return { ...panel, styles };
}

function withoutFirst<Threshold>(thresholds: readonly Threshold[]): readonly Threshold[] {
  return thresholds.length < 3 ? thresholds : thresholds.slice(1);
}

/** A list `[{value, color, index}]`, as gauges had it before schema 22, in today's form; anything else stays. */
export function modernThresholds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const steps = objectsOf(value).map((step) => ({
    value: numberOf(step["value"]) ?? null,
    color: textOf(step["color"], "green"),
  }));
  const sorted = steps.toSorted((a, b) => ends(a.value) - ends(b.value));
  return { mode: "absolute", steps: sorted.map((step, at) => (at === 0 ? { ...step, value: null } : step)) };
}

/** The colour that a number reaches. */
export function colorReached(thresholds: unknown, number: number): string | undefined {
  const reached = objectsOf(objectOf(thresholds)["steps"]).findLast(
    ({ value }) => (numberOf(value) ?? Number.NEGATIVE_INFINITY) <= number,
  );
  return textOf(reached?.["color"]) || undefined;
}

function ends(value: number | null): number {
  return value ?? -Number.MAX_VALUE;
}

/** A threshold of a graph panel: a line, an area or both, above or below a value. */
export function thresholdsOfGraph(value: unknown): { thresholds: JsonObject; style: string } | undefined {
  const marks = objectsOf(value)
    .flatMap((mark) => {
      const at = numberOf(mark["value"]);
      return at === undefined ? [] : [{ at, isAbove: mark["op"] !== "lt", color: markColor(mark), mark }];
    })
    .toSorted((a, b) => a.at - b.at);
  if (marks.length === 0) return undefined;
  const steps: { value: number | null; color: string }[] = [
    { value: null, color: marks.find(({ isAbove }) => !isAbove)?.color ?? "transparent" },
  ];
  for (const { at, isAbove, color } of marks) {
    const nextBelow = marks.find((other) => !other.isAbove && other.at > at)?.color;
    steps.push({ value: at, color: isAbove ? color : (nextBelow ?? "transparent") });
  }
  return { thresholds: { mode: "absolute", steps }, style: markStyle(marks.map(({ mark }) => mark)) };
}

const COLORS: ReadonlyMap<unknown, string> = new Map([
  ["critical", "red"],
  ["warning", "orange"],
  ["ok", "green"],
]);

function markColor(mark: JsonObject): string {
  const own = mark["fill"] === true ? mark["fillColor"] : (mark["lineColor"] ?? mark["fillColor"]);
  return COLORS.get(mark["colorMode"]) ?? textOf(own, "red");
}

function markStyle(marks: readonly JsonObject[]): string {
  const hasArea = marks.some(({ fill }) => fill === true);
  const hasLine = marks.some(({ line }) => line === true);
  if (hasArea) return hasLine ? "line+area" : "area";
  return hasLine ? "line" : "off";
}

/** Thresholds of a graph of schema 12 and before, which its grid held. */
export function gridThresholds(grid: unknown): JsonObject[] {
  if (!isObject(grid)) return [];
  const isLine = grid["thresholdLine"] === true;
  const one = numberOf(grid["threshold1"]);
  const two = numberOf(grid["threshold2"]);
  const op = one !== undefined && two !== undefined && one > two ? "lt" : "gt";
  const marks = [
    [one, grid["threshold1Color"]],
    [two, grid["threshold2Color"]],
  ] as const;
  return marks.flatMap(([value, color]) =>
    value === undefined
      ? []
      : [{ value, op, line: isLine, fill: !isLine, colorMode: "custom", lineColor: color, fillColor: color }],
  );
}
