import { refuseSameLabels } from "../engine/result-names.ts";
import type { Value, VectorSeries, VectorValue } from "../engine/values.ts";
import { MetricsError } from "../errors.ts";
import { compareLabels, isLabelName, type Labels, labelValue, METRIC_NAME, withLabel } from "../labels/labels.ts";
import { isNaturallyBefore } from "../labels/natural-order.ts";
import { compileTemplate, PatternError, type Template } from "../labels/pattern.ts";
import type { CallContext } from "./declaration.ts";
import { noteSortOfRange, seriesOf } from "./vector-functions.ts";

/** Functions inside functions could double a value with every level. */
const MAX_VALUE_LENGTH = 64 * 1024;

/** `label_replace(v, destination, replacement, source, regex)` */
export function labelReplace(context: CallContext): Promise<VectorValue> {
  const { texts } = readArguments(context);
  const [destination = "", replacement = "", source = "", pattern = ""] = texts;
  requireLabelName("label_replace", destination);
  const template = readTemplate(pattern, replacement);
  const newValue = (labels: Labels) => template.fill(labelValue(labels, source));
  return relabelled(context, destination, newValue);
}

/** `label_join(v, destination, separator, source…)` */
export function labelJoin(context: CallContext): Promise<VectorValue> {
  const { texts } = readArguments(context);
  const [destination = "", separator = "", ...sources] = texts;
  requireLabelName("label_join", destination);
  const newValue = (labels: Labels) => sources.map((name) => labelValue(labels, name)).join(separator);
  return relabelled(context, destination, newValue);
}

/** Orders an instant vector by the values of labels, numbers in them by size. */
export function sortByLabel(sign: 1 | -1): (context: CallContext) => VectorValue {
  return (context) => {
    noteSortOfRange(context);
    const { series, texts } = readArguments(context);
    const byLabels = (one: VectorSeries, other: VectorSeries) =>
      compareByLabels(one.labels, other.labels, texts) || compareLabels(one.labels, other.labels);
    return { kind: "vector", series: series.toSorted((one, other) => sign * byLabels(one, other)) };
  };
}

function compareByLabels(one: Labels, other: Labels, names: readonly string[]): number {
  for (const name of names) {
    const [left, right] = [labelValue(one, name), labelValue(other, name)];
    if (left !== right) return isNaturallyBefore(left, right) ? -1 : 1;
  }
  return 0;
}

async function relabelled(
  { arguments: args, work }: CallContext,
  destination: string,
  newValue: (labels: Labels) => string | undefined,
): Promise<VectorValue> {
  const changed: VectorSeries[] = [];
  for (const one of seriesOf(args[0])) {
    if (work.isDue()) await work.rest();
    const value = newValue(one.labels);
    if (value === undefined) {
      changed.push(one);
      continue;
    }
    if (value.length > MAX_VALUE_LENGTH) {
      throw new MetricsError("query_refused", { detail: `label value is longer than ${MAX_VALUE_LENGTH} characters` });
    }
    const labels = withLabel(one.labels, destination, value);
    changed.push({ ...one, labels, dropsName: destination === METRIC_NAME ? false : one.dropsName });
  }
  await refuseSameLabels(changed, work);
  return { kind: "vector", series: changed };
}

function readArguments({ arguments: args }: CallContext): { series: readonly VectorSeries[]; texts: string[] } {
  const vector = args.find((value) => value.kind === "vector");
  return { series: vector?.series ?? [], texts: args.flatMap(textOf) };
}

function textOf(value: Value): string[] {
  return value.kind === "string" ? [value.text] : [];
}

function requireLabelName(functionName: string, name: string): void {
  if (isLabelName(name)) return;
  const detail = `invalid destination label name in ${functionName}(): ${name}`;
  throw new MetricsError("query_refused", { detail });
}

function readTemplate(pattern: string, replacement: string): Template {
  try {
    return compileTemplate(pattern, replacement);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const detail = `invalid regular expression in label_replace(): ${pattern}`;
    throw new MetricsError("query_refused", { cause: error, detail });
  }
}
