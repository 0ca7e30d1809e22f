import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import type { Exemplar } from "../store/exemplars.ts";
import { readHistogramMessage, type SentHistogram } from "./histogram-message.ts";
import type { SentMetadata } from "./metadata.ts";
import { MessageReader, ProtobufError } from "./protobuf.ts";

/** Samples of one series, as a sender wrote them. */
export interface SentSeries {
  readonly labels: Labels;
  readonly samples: readonly SentSample[];
  readonly histograms?: readonly SentHistogram[];
  readonly exemplars?: readonly Exemplar[];
}

interface SentSample {
  readonly timeMs: number;
  /** The two halves of the value: a marker would not survive being a number. */
  readonly low: number;
  readonly high: number;
}

/** What a request of remote write holds. */
export interface SentRequest {
  readonly series: SentSeries[];
  /** What cannot be stored, in words; the rest can. */
  readonly refusals: string[];
  /** What the sender says of its metrics. */
  readonly metadata?: SentMetadata[];
}

/** Types of metrics by their number, in both versions. */
const TYPES = ["unknown", "counter", "gauge", "histogram", "gaugehistogram", "summary", "info", "stateset"];

/**
 * Reads a request of remote write 1.0.
 *
 * @throws ProtobufError
 * @see Prometheus Remote-Write 1.0
 */
export function readWriteRequest(bytes: Buffer): SentRequest {
  const metadata: SentMetadata[] = [];
  const request: SentRequest = { series: [], refusals: [], metadata };
  const reader = new MessageReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) readSeries(reader.message(), request);
    else if (reader.field === 3) metadata.push(readMetadata(reader.message()));
    else reader.skip();
  }
  return request;
}

function readMetadata(reader: MessageReader): SentMetadata {
  const metadata = { name: "", type: "unknown", help: "", unit: "" };
  while (reader.next()) {
    if (reader.field === 1) metadata.type = TYPES[reader.varint()] ?? "unknown";
    else if (reader.field === 2) metadata.name = reader.text();
    else if (reader.field === 4) metadata.help = reader.text();
    else if (reader.field === 5) metadata.unit = reader.text();
    else reader.skip();
  }
  return metadata;
}

function readSeries(reader: MessageReader, request: SentRequest): void {
  const pairs: [string, string][] = [];
  const sent = emptySeries();
  while (reader.next()) {
    if (reader.field === 1) pairs.push(readLabel(reader.message()));
    else if (reader.field === 2) sent.samples.push(readSample(reader.message()));
    else if (reader.field === 3) sent.exemplars.push(readExemplar(reader.message()));
    else if (reader.field === 4) sent.histograms.push(readHistogramMessage(reader.message()));
    else reader.skip();
  }
  addSeries(pairs, sent, request);
}

function emptySeries() {
  const samples: SentSample[] = [];
  const histograms: SentHistogram[] = [];
  const exemplars: Exemplar[] = [];
  return { samples, histograms, exemplars };
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
function readSample(reader: MessageReader): SentSample {
  let [low, high, timeMs] = [0, 0, 0];
  while (reader.next()) {
    if (reader.field === 1) [low, high] = reader.words();
    else if (reader.field === 2) timeMs = reader.int64();
    else reader.skip();
  }
  return { timeMs, low, high };
}

/**
 * Reads a request of remote write 2.0, whose texts stand in one table.
 *
 * @throws ProtobufError
 * @see Prometheus Remote-Write 2.0
 */
export function readWriteRequest2(bytes: Buffer): SentRequest {
  const metadata: SentMetadata[] = [];
  const request: SentRequest = { series: [], refusals: [], metadata };
  const symbols: string[] = [];
  const waiting: MessageReader[] = [];
  const reader = new MessageReader(bytes);
  while (reader.next()) {
    if (reader.field === 4) symbols.push(reader.text());
    else if (reader.field === 5) waiting.push(reader.message());
    else reader.skip();
  }
  for (const message of waiting) readSeries2(message, symbols, request, metadata);
  return request;
}

function readSeries2(
  reader: MessageReader,
  symbols: readonly string[],
  request: SentRequest,
  metadata: SentMetadata[],
): void {
  const references: number[] = [];
  let said: Omit<SentMetadata, "name"> | undefined;
  const sent = emptySeries();
  while (reader.next()) {
    if (reader.field === 1) reader.numbers(references);
    else if (reader.field === 2) sent.samples.push(readSample(reader.message()));
    else if (reader.field === 3) sent.histograms.push(readHistogramMessage(reader.message()));
    else if (reader.field === 4) sent.exemplars.push(readExemplar2(reader.message(), symbols));
    else if (reader.field === 5) said = readMetadata2(reader.message(), symbols);
    else reader.skip();
  }
  const pairs = pairsOf(references, symbols);
  const name = pairs.find(([label]) => label === METRIC_NAME)?.[1] ?? "";
  if (said !== undefined) metadata.push({ name, ...said });
  addSeries(pairs, sent, request);
}

function readMetadata2(reader: MessageReader, symbols: readonly string[]): Omit<SentMetadata, "name"> {
  const metadata = { type: "unknown", help: "", unit: "" };
  while (reader.next()) {
    if (reader.field === 1) metadata.type = TYPES[reader.varint()] ?? "unknown";
    else if (reader.field === 3) metadata.help = symbols[reader.varint()] ?? "";
    else if (reader.field === 4) metadata.unit = symbols[reader.varint()] ?? "";
    else reader.skip();
  }
  return metadata;
}

function readExemplar2(reader: MessageReader, symbols: readonly string[]): Exemplar {
  const references: number[] = [];
  let [value, timeMs] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) reader.numbers(references);
    else if (reader.field === 2) value = reader.double();
    else if (reader.field === 3) timeMs = reader.int64();
    else reader.skip();
  }
  return { labels: labelsOf(pairsOf(references, symbols)), value, timeMs };
}

/** @throws ProtobufError for a name without a value, or a text that is not in the table */
function pairsOf(references: readonly number[], symbols: readonly string[]): [string, string][] {
  if (references.length % 2 !== 0) throw new ProtobufError("a label has a name and no value");
  const texts = references.map((reference) => {
    const text = symbols[reference];
    if (text === undefined) throw new ProtobufError(`there is no symbol ${reference}`);
    return text;
  });
  return Array.from({ length: texts.length / 2 }, (_, at) => [texts[2 * at] ?? "", texts[2 * at + 1] ?? ""]);
}

function addSeries(pairs: readonly [string, string][], sent: Omit<SentSeries, "labels">, request: SentRequest): void {
  const names = new Set(pairs.map(([name]) => name));
  const isNamed = pairs.some(([name, value]) => name === METRIC_NAME && value !== "");
  if (names.size !== pairs.length) request.refusals.push(`a label comes twice: ${textOf(pairs)}`);
  else if (names.has("")) request.refusals.push(`a label has no name: ${textOf(pairs)}`);
  else if (!isNamed) request.refusals.push(`a series has no name: ${textOf(pairs)}`);
  else request.series.push({ labels: labelsOf(pairs), ...sent });
}

const MAX_SHOWN = 200;

function textOf(pairs: readonly [string, string][]): string {
  return `{${pairs.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}}`.slice(0, MAX_SHOWN);
}
