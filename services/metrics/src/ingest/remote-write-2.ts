import { labelField, sizedBytes } from "../labels/label-bytes.ts";
import { type Labels, labelEntries, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import type { Exemplar } from "../store/exemplars.ts";
import type { DecodeBudget } from "./decode-budget.ts";
import { readHistogramMessage } from "./histogram-message.ts";
import type { SentMetadata } from "./metadata.ts";
import { MessageReader, ProtobufError } from "./protobuf.ts";
import { METRIC_TYPES, readSample } from "./remote-write.ts";
import {
  addSeries,
  type DecodeContext,
  emptyRequest,
  emptySeries,
  type Reading,
  type SentRequest,
  type SentSeries,
} from "./sent-request.ts";

/**
 * Reads a request of remote write 2.0, whose texts are in one table, in slices.
 *
 * @throws ProtobufError, DecodeLimitError
 * @see Prometheus Remote-Write 2.0
 */
export function* readWriteRequest2(bytes: Buffer, context: DecodeContext): Generator<void, SentRequest> {
  const { budget } = context;
  const request = emptyRequest(context);
  const symbols = new SymbolTable(budget);
  const waiting: MessageReader[] = [];
  const reader = new MessageReader(bytes, budget);
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 4) symbols.texts.push(reader.text());
    else if (reader.field === 5) waiting.push(reader.message());
    else reader.skip();
  }
  for (const message of waiting) {
    if (budget.isDue()) yield;
    yield* readSeries2(message, symbols, request);
  }
  return request;
}

function* readSeries2(reader: MessageReader, symbols: SymbolTable, request: Reading): Generator<void, void> {
  const { references, said, ...sent } = yield* readFields2(reader, symbols, request.budget);
  const labels = addKnown(symbols.labelBytes(references), sent, request);
  const pairs = labels === undefined ? symbols.pairsOf(references) : labelEntries(labels);
  if (labels === undefined) addSeries(pairs, sent, request);
  if (said === undefined) return;
  const [, name = ""] = pairs.find(([label]) => label === METRIC_NAME) ?? [];
  request.metadata.push({ name, ...said });
}

function* readFields2(reader: MessageReader, symbols: SymbolTable, budget: DecodeBudget) {
  const references: number[] = [];
  let said: Omit<SentMetadata, "name"> | undefined;
  const sent = emptySeries();
  while (reader.next()) {
    if (budget.isDue()) yield;
    if (reader.field === 1) reader.numbers(references);
    else if (reader.field === 2) sent.samples.push(readSample(reader.message()));
    else if (reader.field === 3) sent.histograms.push(readHistogramMessage(reader.message()));
    else if (reader.field === 4) sent.exemplars.push(readExemplar2(reader.message(), symbols));
    else if (reader.field === 5) said = readMetadata2(reader.message(), symbols.texts);
    else reader.skip();
  }
  return { references, said, ...sent };
}

/** Adds what belongs to a series that the store has already. @returns its labels; `undefined` when it is another one */
function addKnown(
  bytes: string,
  sent: Omit<SentSeries, "labels">,
  { store, known, series }: Reading,
): Labels | undefined {
  const { samples, histograms = [], exemplars = [] } = sent;
  if (histograms.length > 0) {
    const found = store.histogramsWithBytes(bytes);
    if (found === undefined) return undefined;
    const labels = found.sentLabels;
    series.push({ labels, known: found, ...sent });
    return labels;
  }
  const found = store.seriesWithBytes(bytes);
  if (found === undefined) return undefined;
  if (exemplars.length > 0) series.push({ labels: found.labels, samples: [], exemplars });
  for (const { timeMs, high, low } of samples) known.addBits(found, timeMs, high, low);
  return found.labels;
}

/** The texts of a request of remote write 2.0. */
class SymbolTable {
  readonly texts: string[] = [];
  /** The same behind their lengths, as far as they were asked for. */
  readonly #sized: (string | undefined)[] = [];
  readonly #budget: DecodeBudget;

  constructor(budget: DecodeBudget) {
    this.#budget = budget;
  }

  /**
   * The labels that some references stand for, name and value in turn.
   *
   * @throws ProtobufError for a name without a value, or a text that is not in the table; DecodeLimitError
   */
  pairsOf(references: readonly number[]): [string, string][] {
    this.#require(references);
    return Array.from({ length: references.length / 2 }, (_, at) => [
      this.texts[references[2 * at] ?? 0] ?? "",
      this.texts[references[2 * at + 1] ?? 0] ?? "",
    ]);
  }

  /** The bytes of these labels as remote write 1.0 writes them. @throws ProtobufError as `pairsOf` */
  labelBytes(references: readonly number[]): string {
    this.#require(references);
    let bytes = "";
    for (let at = 0; at < references.length; at += 2) {
      bytes += labelField(this.#sizedText(references[at] ?? 0), this.#sizedText(references[at + 1] ?? 0));
    }
    return bytes;
  }

  #sizedText(reference: number): string {
    const known = this.#sized[reference];
    if (known !== undefined) return known;
    const sized = sizedBytes(this.texts[reference] ?? "");
    this.#sized[reference] = sized;
    return sized;
  }

  #require(references: readonly number[]): void {
    if (references.length % 2 !== 0) throw new ProtobufError("a label has a name and no value");
    const missing = references.find((reference) => reference >= this.texts.length);
    if (missing !== undefined) throw new ProtobufError(`there is no symbol ${missing}`);
    // The same long text can be named again and again.
    const text = references.reduce((sum, reference) => sum + (this.texts[reference]?.length ?? 0), 0);
    this.#budget.takeLabels(references.length / 2, text);
  }
}

function readMetadata2(reader: MessageReader, symbols: readonly string[]): Omit<SentMetadata, "name"> {
  const metadata = { type: "unknown", help: "", unit: "" };
  while (reader.next()) {
    if (reader.field === 1) metadata.type = METRIC_TYPES[reader.varint()] ?? "unknown";
    else if (reader.field === 3) metadata.help = symbols[reader.varint()] ?? "";
    else if (reader.field === 4) metadata.unit = symbols[reader.varint()] ?? "";
    else reader.skip();
  }
  return metadata;
}

function readExemplar2(reader: MessageReader, symbols: SymbolTable): Exemplar {
  const references: number[] = [];
  let [value, timeMs] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) reader.numbers(references);
    else if (reader.field === 2) value = reader.double();
    else if (reader.field === 3) timeMs = reader.int64();
    else reader.skip();
  }
  return { labels: labelsOf(symbols.pairsOf(references)), value, timeMs };
}
