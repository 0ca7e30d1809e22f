/** Label values by label name; exactly the labels of the metric, in any order. */
export type Labels = Readonly<Record<string, string>>;

/** Stands in place of label values that came after a metric had as many series as it may have. */
export const OVERFLOW = "_overflow_";

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

/** The label part of a sample, `a="x",b="y"`, in the order of the names; computed once per series. */
export function labelText(names: readonly string[], labels: Labels): string {
  return names.map((name) => `${name}="${escapeLabelValue(labels[name] ?? "")}"`).join(",");
}

/** Label values are UTF-8: backslash, quote and line feed are escaped, halves of surrogate pairs replaced. */
function escapeLabelValue(value: string): string {
  return value.toWellFormed().replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? character);
}
