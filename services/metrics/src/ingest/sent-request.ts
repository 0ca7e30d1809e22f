import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { Exemplar } from "../store/exemplars.ts";
import type { HeadSeries } from "../store/head-series.ts";
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
export interface KnownSeries {
  seriesWithBytes: FindSeries;
  histogramsWithBytes(bytes: string): HeadSeries | undefined;
}

/** A request that is being read. */
export type Reading = Required<SentRequest> & { readonly store: KnownSeries };

export function emptyRequest(store: KnownSeries): Reading {
  return { store, known: new Batch(), series: [], refusals: [], metadata: [] };
}

/** What a series holds, to be filled while it is read. */
export function emptySeries() {
  const samples: SentSample[] = [];
  const histograms: SentHistogram[] = [];
  const exemplars: Exemplar[] = [];
  return { samples, histograms, exemplars };
}

/** Adds a series by its labels, or says why it cannot be one. */
export function addSeries(
  pairs: readonly [string, string][],
  sent: Omit<SentSeries, "labels">,
  request: SentRequest,
): void {
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
