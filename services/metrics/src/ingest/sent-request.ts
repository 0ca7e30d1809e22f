import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { Exemplar } from "../store/exemplars.ts";
import type { HeadSeries } from "../store/head-series.ts";
import type { DecodeBudget } from "./decode-budget.ts";
import type { SentHistogram } from "./histogram-message.ts";
import type { SentMetadata } from "./metadata.ts";
import type { FindSeries } from "./plain-series.ts";

/** Samples of one series, as a sender wrote them. */
export interface SentSeries {
  readonly labels: Labels;
  readonly samples: readonly SentSample[];
  readonly histograms?: readonly SentHistogram[];
  readonly exemplars?: readonly Exemplar[];
  /** What it was made of, with other series maybe: senders are told how many of these were refused. */
  readonly point?: object;
  /** The histograms with these labels that the store has already. */
  readonly known?: HeadSeries;
}

export interface SentSample {
  readonly timeMs: number;
  /** The two halves of the value: a marker would not survive being a number. */
  readonly low: number;
  readonly high: number;
}

/** What a request of remote write holds. */
export interface SentRequest {
  /** Samples of series that the store has already. */
  readonly known?: Batch;
  readonly series: SentSeries[];
  /** What cannot be stored, in words; the rest can. */
  readonly refusals: string[];
  /** What the sender says of its metrics. */
  readonly metadata?: SentMetadata[];
}

/** What the store has already, found by the bytes of labels, one to a character. */
interface KnownSeries {
  seriesWithBytes: FindSeries;
  histogramsWithBytes(bytes: string): HeadSeries | undefined;
}

/** Where decoders look series up, and what the request may cost. */
export interface DecodeContext {
  readonly store: KnownSeries;
  readonly budget: DecodeBudget;
}

/** A request that is being read. */
export type Reading = Required<SentRequest> & DecodeContext;

export function emptyRequest(context: DecodeContext): Reading {
  return { ...context, known: new Batch(), series: [], refusals: [], metadata: [] };
}

/** What a series holds, to be filled while it is read. */
export function emptySeries() {
  const samples: SentSample[] = [];
  const histograms: SentHistogram[] = [];
  const exemplars: Exemplar[] = [];
  return { samples, histograms, exemplars };
}

/** Labels that one series may have. */
const MAX_LABELS = 256;
/** Characters of all names and values of one series. */
const MAX_LABEL_TEXT = 64 * 1024;

/** Whether labels are more, or longer, than those of one series can be. */
export function areLabelsTooLarge(count: number, textLength: number): boolean {
  return count > MAX_LABELS || textLength > MAX_LABEL_TEXT;
}

/** Adds a series by its labels, or says why it cannot be one. */
export function addSeries(
  pairs: readonly [string, string][],
  sent: Omit<SentSeries, "labels">,
  request: SentRequest,
): void {
  if (pairs.length > MAX_LABELS) {
    addRefusal(request.refusals, `a series has ${pairs.length} labels, and may have ${MAX_LABELS}: ${textOf(pairs)}`);
    return;
  }
  const length = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > MAX_LABEL_TEXT) {
    addRefusal(
      request.refusals,
      `the labels of a series have more than ${MAX_LABEL_TEXT} characters: ${textOf(pairs)}`,
    );
    return;
  }
  const names = new Set(pairs.map(([name]) => name));
  const isNamed = pairs.some(([name, value]) => name === METRIC_NAME && value !== "");
  if (names.size !== pairs.length) addRefusal(request.refusals, `a label comes twice: ${textOf(pairs)}`);
  else if (names.has("")) addRefusal(request.refusals, `a label has no name: ${textOf(pairs)}`);
  else if (!isNamed) addRefusal(request.refusals, `a series has no name: ${textOf(pairs)}`);
  else request.series.push({ labels: labelsOf(pairs), ...sent });
}

/** Reasons that are kept; a response names a few of them. */
const MAX_REFUSALS = 100;

/** Keeps the first reasons: a request can have a million. */
export function addRefusal(refusals: string[], reason: string): void {
  if (refusals.length < MAX_REFUSALS) refusals.push(reason);
}

/** Characters and labels of a series that a refusal shows. */
const MAX_SHOWN = 200;
const MAX_SHOWN_LABELS = 20;

function textOf(pairs: readonly [string, string][]): string {
  const shown = pairs
    .slice(0, MAX_SHOWN_LABELS)
    .map(([name, value]) => `${name.slice(0, MAX_SHOWN)}=${JSON.stringify(value.slice(0, MAX_SHOWN))}`);
  return `{${shown.join(",")}}`.slice(0, MAX_SHOWN);
}
