import { labelsOf } from "../labels/labels.ts";
import type { Exemplar } from "../store/exemplars.ts";
import type { DecodeBudget } from "./decode-budget.ts";
import { readHistogramMessage } from "./histogram-message.ts";
import type { SentMetadata } from "./metadata.ts";
import { endOfLabels, PlainSeriesReader, SeriesFinder } from "./plain-series.ts";
import { MessageReader } from "./protobuf.ts";
import {
  addSeries,
  type DecodeContext,
  emptyRequest,
  emptySeries,
  type Reading,
  type SentRequest,
  type SentSample,
} from "./sent-request.ts";

/** Types of metrics by their number, in both versions. */
export const METRIC_TYPES = [
  "unknown",
  "counter",
  "gauge",
  "histogram",
  "gaugehistogram",
  "summary",
  "info",
  "stateset",
];

/**
 * Reads a request of remote write 1.0 in slices.
 *
 * @throws ProtobufError, DecodeLimitError
 * @see Prometheus Remote-Write 1.0
 */
export function* readWriteRequest(bytes: Buffer, context: DecodeContext): Generator<void, SentRequest> {
  const { store, budget } = context;
  const request = emptyRequest(context);
  const plain = new PlainSeriesReader(bytes, (labels) => store.seriesWithBytes(labels), request);
  const histograms = new SeriesFinder(bytes, (labels) => store.histogramsWithBytes(labels));
  const reader = new MessageReader(bytes, budget);
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) {
      const [start, end] = reader.section();
      if (!plain.take(start, end)) yield* readSeries({ bytes, start, end }, histograms, request);
    } else if (reader.field === 3) request.metadata.push(readMetadata(reader.message()));
    else reader.skip();
  }
  return request;
}

function readMetadata(reader: MessageReader): SentMetadata {
  const metadata = { name: "", type: "unknown", help: "", unit: "" };
  while (reader.next()) {
    if (reader.field === 1) metadata.type = METRIC_TYPES[reader.varint()] ?? "unknown";
    else if (reader.field === 2) metadata.name = reader.text();
    else if (reader.field === 4) metadata.help = reader.text();
    else if (reader.field === 5) metadata.unit = reader.text();
    else reader.skip();
  }
  return metadata;
}

/** Histograms in a TimeSeries, with their wire type. */
const HISTOGRAM = (4 << 3) | 2;

interface Section {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function* readSeries(
  { bytes, start, end }: Section,
  histograms: SeriesFinder,
  request: Reading,
): Generator<void, void> {
  const { budget } = request;
  const labelsEnd = endOfLabels(bytes, start, end);
  const isHistogram = labelsEnd < end && bytes[labelsEnd] === HISTOGRAM;
  const known = isHistogram ? histograms.at(start, labelsEnd) : undefined;
  if (known !== undefined) {
    const { pairs, ...sent } = yield* readFields(new MessageReader(bytes, budget, labelsEnd, end), budget);
    if (pairs.length === 0) {
      request.series.push({ labels: known.sentLabels, known, ...sent });
      return;
    }
  }
  const { pairs, ...sent } = yield* readFields(new MessageReader(bytes, budget, start, end), budget);
  addSeries(pairs, sent, request);
}

function* readFields(reader: MessageReader, budget: DecodeBudget) {
  const pairs: [string, string][] = [];
  const sent = emptySeries();
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) pairs.push(readLabel(reader.message()));
    else if (reader.field === 2) sent.samples.push(readSample(reader.message()));
    else if (reader.field === 3) sent.exemplars.push(readExemplar(reader.message()));
    else if (reader.field === 4) sent.histograms.push(readHistogramMessage(reader.message()));
    else reader.skip();
  }
  return { pairs, ...sent };
}

function readExemplar(reader: MessageReader): Exemplar {
  const pairs: [string, string][] = [];
  let [value, timeMs] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) pairs.push(readLabel(reader.message()));
    else if (reader.field === 2) value = reader.double();
    else if (reader.field === 3) timeMs = reader.int64();
    else reader.skip();
  }
  return { labels: labelsOf(pairs), value, timeMs };
}

function readLabel(reader: MessageReader): [string, string] {
  const label: [string, string] = ["", ""];
  while (reader.next()) {
    if (reader.field === 1) label[0] = reader.text();
    else if (reader.field === 2) label[1] = reader.text();
    else reader.skip();
  }
  return label;
}

/** The same in both versions, but for a start that is no concern of the store. */
export function readSample(reader: MessageReader): SentSample {
  let [low, high, timeMs] = [0, 0, 0];
  while (reader.next()) {
    if (reader.field === 1) [low, high] = reader.words();
    else if (reader.field === 2) timeMs = reader.int64();
    else reader.skip();
  }
  return { timeMs, low, high };
}
