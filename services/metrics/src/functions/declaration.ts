import type { QueryTimes } from "../engine/evaluation.ts";
import type { Notes } from "../engine/notes.ts";
import type { Frame, Value, VectorSeries, VectorValue } from "../engine/values.ts";
import type { Window, WindowFunction } from "../engine/window.ts";
import type { Work } from "../engine/work.ts";
import type { Histogram } from "../histogram/histogram.ts";
import type { Call, Edges, ValueKind } from "../promql/syntax.ts";
import type { HistogramWindow, HistogramWindowFunction } from "./histogram-windows.ts";

/** What a function may look at besides its arguments. */
export interface CallContext {
  readonly call: Call;
  /** What the query itself asked for: one time, or times from start to end. */
  readonly queryTimes: QueryTimes;
  /** In the order of the call; range vectors are left out. */
  readonly arguments: readonly Value[];
  readonly frame: Frame;
  readonly work: Work;
  readonly notes: Notes;
}

/** How a function comes to its values. */
export type Implementation =
  /** From each value of a vector on its own, and a scalar argument where there is one. The metric's name goes. */
  | { readonly kind: "each"; readonly apply: (value: number, parameter?: number) => number }
  /** From the window of each series of a range vector; further arguments are scalars. */
  | {
      readonly kind: "window";
      readonly apply: WindowFunction;
      /** What it makes of windows whose edges are anchored or smoothed. Absent: it cannot be asked for that. */
      readonly withEdges?: EdgeImplementation;
      /** What it makes of windows with native histograms; `same` where kinds do not matter. Absent: it sees no histogram. */
      readonly histograms?: HistogramWindowFunction | "same";
      readonly keepsName?: true;
      /** The function makes sense for counters only: a name that is none's is noted. */
      readonly expectsCounter?: true;
      /** Looks at the scalar arguments of a step before any window: what it throws ends the query. */
      readonly check?: (parameters: readonly number[], context: CallContext) => void;
      /** Makes the result out of the series of all windows. */
      readonly finish?: (series: readonly VectorSeries[], context: CallContext) => VectorValue;
    }
  /** From whole values. */
  | { readonly kind: "values"; readonly apply: (context: CallContext) => Value | Promise<Value> }
  /** From the times of the samples of a selector; from the steps' times for any other vector. */
  | { readonly kind: "timestamp" }
  /** From a vector, and from other series that the call looks for itself. */
  | { readonly kind: "info" };

/** A function of windows that look beyond their ends. */
export interface EdgeImplementation {
  readonly edges: readonly Edges[];
  readonly apply: (window: Window, edges: Edges) => number | undefined;
  readonly histograms: (window: HistogramWindow, edges: Edges) => number | Histogram | undefined;
}

/** A function of PromQL: the parser checks calls by it, the evaluator runs them by it. */
export interface FunctionDeclaration {
  readonly parameters: readonly ValueKind[];
  /** How often the last parameter may come, none included; absent: exactly once. */
  readonly optional?: number | "many";
  readonly returns: ValueKind;
  readonly implementation: Implementation;
  /** May change or go in versions to come of the peer's language. */
  readonly isExperimental?: true;
}
