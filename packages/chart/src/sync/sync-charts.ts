import type { Chart } from "../chart.ts";
import { whenAborted } from "../event/when-aborted.ts";
import type { TimeSeries } from "../time-series/time-series.ts";
import { memberOfChart } from "./chart-member.ts";
import type { Change, Member, SyncKind } from "./member.ts";
import { memberOfTimeSeries } from "./time-series-member.ts";

/** What charts repeat of each other: nothing but what is named. */
export interface SyncOptions {
  /** Where the pointer stands on the axis below the data. */
  readonly cursor?: boolean;
  /** Series that stand out, by their names. */
  readonly highlight?: boolean;
  /** The part of the axis that is seen. */
  readonly zoom?: boolean;
  /** Which series are shown, by their names. */
  readonly legend?: boolean;
  /** What makes places of two axes the same: their value (`time`), their place in the data, or their category. */
  readonly match?: "time" | "index" | "name";
}

/** Charts that repeat each other; each may come and go. */
export interface ChartGroup extends Disposable {
  add(chart: Chart | TimeSeries): void;
  remove(chart: Chart | TimeSeries): void;
  dispose(): void;
}

/**
 * Lets charts show each other's cursor, or what the options name: at most once in a frame, and never sent back to where
 * it came from. Places are matched by value, so that charts of different resolution agree.
 */
export function syncCharts(
  charts: Iterable<Chart | TimeSeries> = [],
  { match = "time", ...kinds }: SyncOptions = { cursor: true },
): ChartGroup {
  const members = new Map<Chart | TimeSeries, { readonly member: Member; readonly leave: () => void }>();
  const oncePerFrame = frameByFrame();
  let isShowing = false;

  const show = (origin: Member, change: Change) => {
    isShowing = true;
    try {
      for (const { member } of members.values()) if (member !== origin) member.show(change, match);
    } finally {
      isShowing = false;
    }
  };
  const add = (chart: Chart | TimeSeries) => {
    if (members.has(chart)) return;
    const member = "onCursor" in chart ? memberOfTimeSeries(chart) : memberOfChart(chart);
    const wanted = SYNC_KINDS.filter((kind) => kinds[kind] === true);
    const stop = member.listen(wanted, (change) => {
      // What a member was shown it tells as well.
      if (!isShowing) oncePerFrame(change.kind, () => show(member, change));
    });
    const end = whenAborted(chart.signal, () => remove(chart));
    const leave = () => {
      stop();
      end[Symbol.dispose]();
    };
    members.set(chart, { member, leave });
  };
  const remove = (chart: Chart | TimeSeries) => {
    members.get(chart)?.leave();
    members.delete(chart);
  };
  const dispose = () => {
    for (const chart of [...members.keys()]) remove(chart);
  };
  for (const chart of charts) add(chart);
  return { add, remove, dispose, [Symbol.dispose]: dispose };
}

const SYNC_KINDS: readonly SyncKind[] = ["cursor", "highlight", "zoom", "legend"];

/** Runs the first of each kind at once, and of those that follow in the same frame the last one in the next. */
function frameByFrame(): (kind: SyncKind, run: () => void) => void {
  const waiting = new Map<SyncKind, (() => void) | undefined>();
  const nextFrame = (run: () => void) =>
    typeof requestAnimationFrame === "function" ? requestAnimationFrame(run) : setTimeout(run);
  const begin = (kind: SyncKind, run: () => void) => {
    waiting.set(kind, undefined);
    nextFrame(() => {
      const last = waiting.get(kind);
      waiting.delete(kind);
      if (last !== undefined) begin(kind, last);
    });
    run();
  };
  return (kind, run) => {
    if (waiting.has(kind)) waiting.set(kind, run);
    else begin(kind, run);
  };
}
