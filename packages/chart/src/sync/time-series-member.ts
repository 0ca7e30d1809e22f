import type { TimeSeries } from "../time-series/time-series.ts";
import type { Change, Member } from "./member.ts";

/** A time chart tells where the pointer stands; its range and its series are told by who made it. */
export function memberOfTimeSeries(chart: TimeSeries): Member {
  return {
    listen(kinds, tell) {
      if (!kinds.includes("cursor")) return () => undefined;
      return chart.onCursor((cursor) => tell({ kind: "cursor", at: cursor && placeAt(cursor.time) }));
    },
    show(change) {
      show(chart, change);
    },
  };
}

function placeAt(time: number) {
  return { value: time, name: undefined, seriesIndex: undefined, dataIndex: undefined };
}

function show(chart: TimeSeries, change: Change): void {
  if (change.kind === "cursor") chart.showCursor(change.at?.value);
  else if (change.kind === "highlight") chart.focus(change.names[0]);
  else if (change.kind === "zoom") chart.setRange(...change.values);
}
