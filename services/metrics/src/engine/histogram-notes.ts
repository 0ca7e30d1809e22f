import type { CombineNotes } from "../histogram/arithmetic.ts";
import type { Span } from "../promql/syntax.ts";
import type { Notes } from "./notes.ts";

/** What is done with several histograms. */
type Operation = "addition" | "subtraction" | "aggregation";

/** Adds the annotations about native histograms in one place of a query. */
export class HistogramNotes {
  readonly #notes: Notes;
  readonly #span: Span;

  constructor(notes: Notes, span: Span) {
    this.#notes = notes;
    this.#span = span;
  }

  /** For an operation that has to know about counter resets. */
  during(operation: Operation): CombineNotes {
    return {
      ...this.acrossResets(operation),
      conflictingResets: () => this.#notes.warn(`conflicting counter resets during histogram ${operation}`, this.#span),
    };
  }

  /** For one that looks for counter resets itself. */
  acrossResets(operation: Operation): CombineNotes {
    return {
      conflictingResets: () => undefined,
      mismatchedBounds: () =>
        this.#notes.inform(`mismatched custom buckets were reconciled during ${operation}`, this.#span),
    };
  }

  mixedKinds(name: string): void {
    this.#notes.warn(`encountered a mix of histograms and floats for metric name ${JSON.stringify(name)}`, this.#span);
  }

  mixedGroup(): void {
    this.#notes.warn("encountered a mix of histograms and floats for aggregation", this.#span);
  }

  mixedSchemas(name: string): void {
    const text = "vector contains a mix of histograms with exponential and custom buckets schemas for metric name";
    this.#notes.warn(`${text} ${JSON.stringify(name)}`, this.#span);
  }

  noCounter(name: string): void {
    this.#notes.warn(`this native histogram metric is not a counter: ${JSON.stringify(name)}`, this.#span);
  }

  noGauge(name: string): void {
    this.#notes.warn(`this native histogram metric is not a gauge: ${JSON.stringify(name)}`, this.#span);
  }

  ignoredInRange(name: string): void {
    const text = "ignored histograms in a range containing both floats and histograms for metric name";
    this.#notes.inform(`${text} ${JSON.stringify(name)}`, this.#span);
  }

  ignoredInAggregation(operator: string): void {
    this.#notes.inform(`ignored histogram in ${operator} aggregation`, this.#span);
  }

  incompatibleKinds(left: string, operator: string, right: string): void {
    const text = `incompatible sample types encountered for binary operator ${JSON.stringify(operator)}`;
    this.#notes.inform(`${text}: ${left} ${operator} ${right}`, this.#span);
  }

  incompatibleBuckets(operator: string): void {
    this.#notes.warn(`incompatible bucket layout encountered for binary operator ${operator}`, this.#span);
  }
}
