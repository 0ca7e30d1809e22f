import type { TimeShift } from "../promql/syntax.ts";
import type { SampleSource } from "../store/source.ts";
import type { Notes } from "./notes.ts";
import type { Frame } from "./values.ts";
import type { Work } from "./work.ts";

/** What a query asked for, in milliseconds; the step is 0 where it asked for one time only. */
export interface QueryTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
}

/** Everything that the evaluation of an expression depends on besides the expression. */
export interface Evaluation {
  readonly frame: Frame;
  /** What the query itself asked for, whatever subquery this is in: `@ start()` and `@ end()`. */
  readonly queryTimes: QueryTimes;
  /** How far an instant selector looks back for a sample, in milliseconds. */
  readonly lookbackMs: number;
  /** Step of subqueries that name none, in milliseconds. */
  readonly defaultStepMs: number;
  /** Whether native histograms get the reset hints that their neighbours give them, and not those of their senders. */
  readonly detectsResets?: boolean;
  readonly source: SampleSource;
  readonly work: Work;
  readonly notes: Notes;
}

/** The steps of the frame as a selector sees them: moved by its offset, or all at one time. */
export function shiftFrame(
  { frame, queryTimes }: Pick<Evaluation, "frame" | "queryTimes">,
  { offsetMs, at }: TimeShift,
): Frame {
  if (at === undefined) return { ...frame, startMs: frame.startMs - offsetMs };
  const fixed = at === "start" ? queryTimes.startMs : at === "end" ? queryTimes.endMs : at;
  return { startMs: fixed - offsetMs, stepMs: 0, count: frame.count };
}
