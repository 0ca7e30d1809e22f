import type { Cell } from "../field/reducer.ts";
import { type JsonObject, listOf, objectOf, objectsOf, textOf } from "../json.ts";
import { exemplarFrames } from "./exemplar-frame.ts";
import type { Field, Frame, FrameQuery, PrometheusData } from "./frame.ts";
import { heatmapFrames } from "./heatmap-frames.ts";
import { seriesNames } from "./series-name.ts";

type Labels = Readonly<Record<string, string>>;

/** One series of an answer. Times are milliseconds; a gap is `NaN`. */
interface Samples {
  readonly labels: Labels;
  readonly t: Float64Array;
  readonly v: Float64Array;
}

/** Makes frames of an answer: one for each series, or one table, as the query's format says. */
export function framesOf(data: PrometheusData, query: FrameQuery): Frame[] {
  if (query.format === "exemplars") return exemplarFrames(data, query);
  if (query.format === "rules") return rulesFrames(data, query);
  const { resultType, result } = objectOf(data);
  const samples =
    resultType === "scalar" || resultType === "string" ? oneSample(result) : objectsOf(result).map(samplesOf);
  const moved =
    query.shift === undefined || query.shift === 0 ? samples : samples.map((one) => shifted(one, query.shift ?? 0));
  if (query.format === "table") return moved.length === 0 ? [] : [tableFrame(moved, query)];
  const filled = query.step === undefined ? moved : moved.map((one) => withGaps(one, query.step ?? 0));
  const frames = seriesFrames(filled, query);
  return query.format === "heatmap" ? heatmapFrames(frames) : frames;
}

/** The number of alerting rules; nothing where a data source does not say. */
function rulesFrames(data: PrometheusData, { refId }: FrameQuery): Frame[] {
  const { groups } = objectOf(data);
  if (!Array.isArray(groups)) return [];
  const rules = objectsOf(groups).flatMap((group) => objectsOf(group["rules"]));
  const count = rules.filter(({ type }) => type === "alerting").length;
  const fields: Field[] = [{ name: "rules", type: "number", values: [count], labels: {}, settings: {} }];
  return [{ refId, name: "rules", fields, length: 1, isRules: true }];
}

function oneSample(result: unknown): Samples[] {
  const [time, value] = listOf(result);
  return [{ labels: {}, t: Float64Array.of(Number(time) * 1000), v: Float64Array.of(sampleValue(value)) }];
}

function samplesOf({ metric, values, value, histogram, histograms }: JsonObject): Samples {
  const points = values !== undefined || histograms !== undefined ? listOf(values ?? histograms) : [value ?? histogram];
  const pairs = points.map(listOf);
  return {
    labels: labelsOf(objectOf(metric)),
    t: Float64Array.from(pairs, ([time]) => Math.round(Number(time) * 1000)),
    v: Float64Array.from(pairs, ([, one]) => sampleValue(one)),
  };
}

/** Values are text (`NaN`, `+Inf`); of a native histogram its count. */
function sampleValue(value: unknown): number {
  if (typeof value === "string")
    return value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value.replace("Inf", "Infinity"));
  return Number(objectOf(value)["count"] ?? Number.NaN);
}

function labelsOf(metric: JsonObject): Labels {
  return Object.fromEntries(Object.entries(metric).map(([name, value]) => [name, textOf(value)]));
}

function shifted(samples: Samples, shift: number): Samples {
  return { ...samples, t: samples.t.map((time) => time + shift) };
}

/** Says where values are missing: an answer leaves them out, a line would run across. */
function withGaps({ labels, t, v }: Samples, step: number): Samples {
  const breaks = [...t].flatMap((time, at) => (at > 0 && time - (t[at - 1] ?? time) > step * 1.5 ? [at] : []));
  if (breaks.length === 0) return { labels, t, v };
  const times = new Float64Array(t.length + breaks.length);
  const values = new Float64Array(times.length);
  let from = 0;
  breaks.forEach((at, gaps) => {
    times.set(t.subarray(from, at), from + gaps);
    values.set(v.subarray(from, at), from + gaps);
    times[at + gaps] = (t[at - 1] ?? 0) + step;
    values[at + gaps] = Number.NaN;
    from = at;
  });
  times.set(t.subarray(from), from + breaks.length);
  values.set(v.subarray(from), from + breaks.length);
  return { labels, t: times, v: values };
}

function seriesFrames(samples: readonly Samples[], query: FrameQuery): Frame[] {
  const names = seriesNames(
    samples.map(({ labels }) => labels),
    query,
  );
  return samples.map(({ labels, t, v }, at) => {
    const name = names[at] ?? query.refId;
    const { __name__: _, ...shown } = labels;
    return {
      refId: query.refId,
      name,
      length: t.length,
      fields: [
        { name: "Time", type: "time", values: t, labels: {}, settings: {} },
        { name: "Value", type: "number", values: v, labels: shown, settings: { displayNameFromDS: name } },
      ],
    };
  });
}

/** All samples below each other: time, one column for each label, value. */
function tableFrame(samples: readonly Samples[], { refId, isOneOfMany = false }: FrameQuery): Frame {
  const length = samples.reduce((sum, { t }) => sum + t.length, 0);
  const labels = [...new Set(samples.flatMap((one) => Object.keys(one.labels)))].toSorted();
  const column = (read: (samples: Samples, at: number) => Cell) =>
    samples.flatMap((one) => Array.from({ length: one.t.length }, (_, at) => read(one, at)));
  const fields: Field[] = [
    { name: "Time", type: "time", values: column(({ t }, at) => t[at]), labels: {}, settings: {} },
    ...labels.map((label): Field => {
      const values = column((one) => one.labels[label]);
      return { name: label, type: "string", values, labels: {}, settings: {} };
    }),
    {
      name: isOneOfMany ? `Value #${refId}` : "Value",
      type: "number",
      values: column(({ v }, at) => v[at]),
      labels: {},
      settings: {},
    },
  ];
  return { refId, name: refId, fields, length };
}
