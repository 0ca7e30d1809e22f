/** A label set: names and values in turn, sorted by name, without empty values. */
export type Labels = readonly string[];

/** The label that holds a metric's name. */
export const METRIC_NAME = "__name__";

/** Labels that describe a metric: they no longer apply to values that are computed from it. */
export const METADATA_LABELS: readonly string[] = [METRIC_NAME, "__type__", "__unit__"];

/** Stands between the parts of a key. A lone surrogate: no text decoded from UTF-8 contains one. */
const SEPARATOR = "\ud800";

export const NO_LABELS: Labels = [];

/** Sorts labels and leaves out the empty ones. Of two labels with one name the later counts. */
export function labelsOf(entries: Iterable<readonly [name: string, value: string]>): Labels {
  const pairs = [...entries];
  if (isInOrder(pairs)) return flatten(pairs);
  const sorted = [...new Map(pairs)].filter(([, value]) => value !== "");
  return flatten(sorted.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** As nearly all come: sorted, each name once, none of them empty. */
function isInOrder(pairs: readonly (readonly [string, string])[]): boolean {
  let before = "";
  for (const [name, value] of pairs) {
    if (value === "" || name <= before) return false;
    before = name;
  }
  return true;
}

function flatten(pairs: readonly (readonly [string, string])[]): string[] {
  const labels: string[] = [];
  for (const [name, value] of pairs) labels.push(name, value);
  return labels;
}

/** Whether a text can be the name of a label: any UTF-8. */
export function isLabelName(text: string): boolean {
  return text !== "" && text.isWellFormed();
}

/** The value of a label; empty when the set has none of this name. */
export function labelValue(labels: Labels, name: string): string {
  for (let at = 0; at < labels.length; at += 2) {
    if (labels[at] === name) return labels[at + 1] ?? "";
  }
  return "";
}

/** The names and values as pairs. */
export function labelEntries(labels: Labels): [name: string, value: string][] {
  const entries: [string, string][] = [];
  for (let at = 0; at < labels.length; at += 2) entries.push([labels[at] ?? "", labels[at + 1] ?? ""]);
  return entries;
}

/** A text that two label sets share exactly when they are equal. */
export function labelsKey(labels: Labels): string {
  return labels.join(SEPARATOR);
}

/** The key of the part of a label set that a grouping looks at. */
export type Grouping = (labels: Labels) => Labels;

/** Keeps the named labels only. */
export function keepingLabels(names: Iterable<string>): Grouping {
  const kept = new Set(names);
  return (labels) => filterLabels(labels, (name) => kept.has(name));
}

/** Leaves the named labels out. */
export function droppingLabels(names: Iterable<string>): Grouping {
  const dropped = new Set(names);
  return (labels) => filterLabels(labels, (name) => !dropped.has(name));
}

function withoutName(labels: Labels): Labels {
  return labels.includes(METRIC_NAME) ? filterLabels(labels, (name) => name !== METRIC_NAME) : labels;
}

/** The labels of a value that was computed from a metric. */
export function withoutMetadata(labels: Labels): Labels {
  const isMetadata = (text: string) => METADATA_LABELS.includes(text);
  return labels.some(isMetadata) ? filterLabels(labels, (name) => !isMetadata(name)) : labels;
}

/** The same labels with one of them set; an empty value removes it. */
export function withLabel(labels: Labels, name: string, value: string): Labels {
  const changed: string[] = [];
  let isPlaced = value === "";
  for (let at = 0; at < labels.length; at += 2) {
    const other = labels[at] ?? "";
    if (!isPlaced && other > name) {
      changed.push(name, value);
      isPlaced = true;
    }
    if (other !== name) changed.push(other, labels[at + 1] ?? "");
  }
  if (!isPlaced) changed.push(name, value);
  return changed;
}

/** Orders label sets by their names and values, a set that goes on after the other ends comes later. */
export function compareLabels(one: Labels, other: Labels): number {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at += 1) {
    const left = one[at] ?? "";
    const right = other[at] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return one.length - other.length;
}

/** Every label in braces, as the reference's error messages list series: `{__name__="up", job="b"}`. */
export function formatAllLabels(labels: Labels): string {
  return `{${labelEntries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(", ")}}`;
}

/** The set as PromQL writes it: `up{instance="a:1", job="b"}`. */
export function formatLabels(labels: Labels): string {
  const name = labelValue(labels, METRIC_NAME);
  const rest = labelEntries(withoutName(labels)).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return rest.length === 0 && name !== "" ? name : `${name}{${rest.join(", ")}}`;
}

function filterLabels(labels: Labels, isKept: (name: string) => boolean): Labels {
  const kept: string[] = [];
  for (let at = 0; at < labels.length; at += 2) {
    const name = labels[at] ?? "";
    if (isKept(name)) kept.push(name, labels[at + 1] ?? "");
  }
  return kept;
}
