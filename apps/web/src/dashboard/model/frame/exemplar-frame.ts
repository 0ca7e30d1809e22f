import type { DataLink } from "../dashboard-document.ts";
import { objectOf, objectsOf, textOf } from "../json.ts";
import type { Field, Frame, FrameQuery, PrometheusData } from "./frame.ts";

interface Exemplar {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Of the series that it was observed in. */
  readonly series: Readonly<Record<string, string>>;
}

/** Ranges of time of which one exemplar, the largest, is kept: more could not be told apart. */
const MOST = 200;

/**
 * Makes a table of the answer to `query_exemplars`: when, how much, what leads on from there, and of which series.
 * A label that holds an address leads there; where else a label leads, overrides say.
 */
export function exemplarFrames(data: PrometheusData, { refId, shift = 0 }: FrameQuery): Frame[] {
  const all = objectsOf(data).flatMap(({ seriesLabels, exemplars }) => {
    const { __name__: _, ...series } = textsIn(seriesLabels);
    return objectsOf(exemplars).map(({ labels, value, timestamp }): Exemplar => {
      return { time: Number(timestamp) * 1000 + shift, value: Number(value), labels: textsIn(labels), series };
    });
  });
  const kept = largest(all.filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value)));
  if (kept.length === 0) return [];
  const own = namesOf(kept.map(({ labels }) => labels));
  const others = namesOf(kept.map(({ series }) => series)).filter((name) => !own.includes(name));
  const column = (name: string): Field => {
    const values = kept.map(({ labels, series }) => labels[name] ?? series[name]);
    return { name, type: "string", values, labels: {}, settings: { links: linksOf(name, values) } };
  };
  const fields: Field[] = [
    { name: "Time", type: "time", values: kept.map(({ time }) => time), labels: {}, settings: {} },
    { name: "Value", type: "number", values: kept.map(({ value }) => value), labels: {}, settings: { links: [] } },
    ...[...own, ...others].map(column),
  ];
  return [{ refId, name: refId, fields, length: kept.length, isExemplars: true }];
}

function largest(exemplars: readonly Exemplar[]): Exemplar[] {
  const sorted = exemplars.toSorted((one, other) => one.time - other.time);
  if (sorted.length <= MOST) return sorted;
  const from = sorted[0]?.time ?? 0;
  const width = ((sorted.at(-1)?.time ?? 0) - from) / (MOST - 1) || 1;
  const kept = new Map<number, Exemplar>();
  for (const one of sorted) {
    const range = Math.floor((one.time - from) / width);
    if (one.value >= (kept.get(range)?.value ?? Number.NEGATIVE_INFINITY)) kept.set(range, one);
  }
  return [...kept.values()];
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, text]) => [name, textOf(text)]));
}

function namesOf(all: readonly Readonly<Record<string, string>>[]): readonly string[] {
  return [...new Set(all.flatMap(Object.keys))];
}

function linksOf(title: string, values: readonly (string | undefined)[]): readonly DataLink[] {
  const areAddresses = values.every((value) => value === undefined || /^https?:\/\//i.test(value));
  return areAddresses ? [{ title, url: `\${__value.raw}`, opensNewTab: true }] : [];
}
