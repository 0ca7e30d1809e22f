import { openCache, textBytes } from "@vedette/http";
import { type Labels, labelsKey, labelValue } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";

/** A single observation that stands for others, with what leads to it, e.g. the id of a trace. */
export interface Exemplar {
  readonly labels: Labels;
  readonly value: number;
  readonly timeMs: number;
}

/** Exemplars of one series. */
export interface SeriesExemplars {
  readonly labels: Labels;
  readonly exemplars: readonly Exemplar[];
}

/** Exemplars that one series keeps. */
const MAX_PER_SERIES = 1000;
/** No exemplar is kept for longer. */
const MAX_AGE_MS = 3600 * 1000;
/** Characters of the names and values of an exemplar's labels. @see OpenMetrics 1.0, Exemplars */
const MAX_CHARACTERS = 128;

/** The newest exemplars, in memory: what they lead to does not live for long either. */
export class ExemplarStore {
  // The series that has been silent for the longest time is evicted first.
  readonly #bySeries = openCache<string, KeptExemplars>("metric_exemplars", { sizeOf: ({ bytes }) => bytes });

  /** @returns false for one that is no newer than what is there, or whose labels are too long */
  add(series: Labels, exemplar: Exemplar): boolean {
    if (isTooLong(exemplar.labels)) return false;
    const key = labelsKey(series);
    const known = this.#bySeries.get(key) ?? { labels: series, exemplars: [], bytes: labelsBytes(series) };
    const last = known.exemplars.at(-1);
    if (last !== undefined && last.timeMs >= exemplar.timeMs) return isSame(last, exemplar);
    const exemplars = [...known.exemplars, exemplar].slice(-MAX_PER_SERIES);
    const removed = known.exemplars.length + 1 - exemplars.length;
    const bytes = known.bytes + exemplarBytes(exemplar) - bytesOf(known.exemplars.slice(0, removed));
    this.#bySeries.set(key, { labels: known.labels, exemplars, bytes });
    return true;
  }

  /** Exemplars of the series for which all matchers of one list hold, each series once. */
  select(lists: readonly (readonly Matcher[])[], fromMs: number, toMs: number): SeriesExemplars[] {
    const found: SeriesExemplars[] = [];
    for (const [, { labels, exemplars }] of this.#bySeries.entries()) {
      const isWanted = lists.some((matchers) =>
        matchers.every((matcher) => matcher.matches(labelValue(labels, matcher.name))),
      );
      const inTime = isWanted ? exemplars.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs) : [];
      if (inTime.length > 0) found.push({ labels, exemplars: inTime });
    }
    return found;
  }

  /** Removes what is older than an hour. */
  expire(now = Date.now()): void {
    for (const [key, { labels, exemplars }] of [...this.#bySeries.entries()]) {
      const kept = exemplars.filter(({ timeMs }) => timeMs > now - MAX_AGE_MS);
      if (kept.length === 0) this.#bySeries.delete(key);
      else if (kept.length < exemplars.length)
        this.#bySeries.set(key, { labels, exemplars: kept, bytes: labelsBytes(labels) + bytesOf(kept) });
    }
  }
}

interface KeptExemplars extends SeriesExemplars {
  readonly bytes: number;
}

/** An exemplar, its array of labels, and its place in the list. */
const EXEMPLAR_BYTES = 128;

function bytesOf(exemplars: readonly Exemplar[]): number {
  return exemplars.reduce((sum, exemplar) => sum + exemplarBytes(exemplar), 0);
}

function exemplarBytes({ labels }: Exemplar): number {
  return EXEMPLAR_BYTES + labelsBytes(labels);
}

function labelsBytes(labels: Labels): number {
  return labels.reduce((sum, text) => sum + textBytes(text), 0);
}

/** A character takes at most two units of a text: no long text is taken apart. */
function isTooLong(labels: Labels): boolean {
  const units = labels.reduce((sum, text) => sum + text.length, 0);
  if (units <= MAX_CHARACTERS) return false;
  if (units > 2 * MAX_CHARACTERS) return true;
  return labels.reduce((sum, text) => sum + [...text].length, 0) > MAX_CHARACTERS;
}

/** The same again, as a scrape brings it until there is a newer one. */
function isSame(one: Exemplar, other: Exemplar): boolean {
  return one.timeMs === other.timeMs && one.value === other.value && labelsKey(one.labels) === labelsKey(other.labels);
}
