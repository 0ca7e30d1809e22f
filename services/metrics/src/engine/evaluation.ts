import type { TimeShift } from "../promql/syntax.ts";
import type { SampleSource } from "../store/source.ts";
import type { Notes } from "./notes.ts";
import { endOf, type Frame } from "./values.ts";
import type { Work } from "./work.ts";

/** Everything that the evaluation of an expression depends on besides the expression. */
export interface Evaluation {
  readonly frame: Frame;
  /** The frame of the query itself, which differs from `frame` inside a subquery: `@ start()` and `@ end()`. */
  readonly queryFrame: Frame;
  /** How far an instant selector looks back for a sample, in milliseconds. */
  readonly lookbackMs: number;
  /** Step of subqueries that name none, in milliseconds. */
  readonly defaultStepMs: number;
  readonly source: SampleSource;
  readonly work: Work;
  readonly notes: Notes;
}

/** The steps of the frame as a selector sees them: moved by its offset, or all at one time. */
export function shiftFrame({ frame, queryFrame }: Evaluation, { offsetMs, at }: TimeShift): Frame {
  if (at === undefined) return { ...frame, startMs: frame.startMs - offsetMs };
  const fixed = at === "start" ? queryFrame.startMs : at === "end" ? endOf(queryFrame) : at;
  return { startMs: fixed - offsetMs, stepMs: 0, count: frame.count };
}
