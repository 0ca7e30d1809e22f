import type { Choice, DocumentOption } from "../document-option.ts";
import type { editingMessages } from "../messages.ts";

/** One option of a panel and where it stands in the panel's document. */
export interface PanelOption extends DocumentOption {
  readonly group: keyof typeof editingMessages.groups;
  /** Kinds of panels that have it; all unless given. */
  readonly kinds?: readonly string[];
}

type Control = DocumentOption["control"];

/** What an option is called in English, its place in the panel (`field.` and `custom.` begin in what is said of all fields), and how it is chosen. */
type OptionRow = readonly [label: string, place: string, control: Control];

/** Options of some kinds of panels, of all unless given, that stand in one group. */
export function optionsFor(
  group: PanelOption["group"],
  kinds: readonly string[] | undefined,
  rows: readonly OptionRow[],
): readonly PanelOption[] {
  return rows.map(([label, place, control]) => ({
    label,
    group,
    path: pathOf(place),
    ...(kinds === undefined ? {} : { kinds }),
    control,
  }));
}

function pathOf(place: string): readonly string[] {
  const [first = "", ...rest] = place.split(".");
  if (first === "field") return ["fieldConfig", "defaults", ...rest];
  return first === "custom" ? ["fieldConfig", "defaults", "custom", ...rest] : [first, ...rest];
}

export const SWITCH: Control = { as: "switch" };
export const ON: Control = { as: "switch", isOnUnlessSaid: true };
export const TEXT: Control = { as: "text" };
export const NUMBER: Control = { as: "number" };
export const FIELD: Control = { as: "field" };

export function number(min: number, max?: number): Control {
  return { as: "number", min, ...(max === undefined ? {} : { max }) };
}

/** One of several, by what documents call them. The first is what counts where a document says nothing. */
export function pick(labels: Readonly<Record<string, string>>): Control & { readonly as: "choice" } {
  return { as: "choice", choices: choicesOf(labels) };
}

export function choicesOf(labels: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(labels).map(([id, label]) => ({ id, label }));
}

/** Kinds of panels that draw fields. */
export const FIELD_KINDS: readonly string[] = [
  ...["timeseries", "stat", "gauge", "bargauge", "table", "piechart", "barchart", "histogram", "heatmap"],
  ...["state-timeline", "status-history"],
];

/** Ways to make one value of many. */
export const CALCULATIONS: readonly Choice[] = choicesOf({
  lastNotNull: "Last",
  firstNotNull: "First",
  mean: "Mean",
  median: "Median",
  min: "Lowest",
  max: "Highest",
  sum: "Total",
  count: "Count",
  range: "Range",
  diff: "Difference",
  diffperc: "Difference in percent",
  delta: "Growth of a counter",
  stdDev: "Standard deviation",
});
