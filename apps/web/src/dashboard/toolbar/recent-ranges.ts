import { recallList, remember } from "../../browser-memory.ts";
import { objectOf, textOf } from "../model/json.ts";
import type { TimeRange } from "../model/time/time-range.ts";

const KEY = "vedette.ranges";
const MOST = 5;

/** The ranges that somebody last chose in this browser, the newest first. */
export function recentRanges(): readonly TimeRange[] {
  return recallList(KEY)
    .map((kept) => ({ from: textOf(objectOf(kept)["from"]), to: textOf(objectOf(kept)["to"]) }))
    .filter(({ from, to }) => from !== "" && to !== "")
    .slice(0, MOST);
}

export function keepRange({ from, to }: TimeRange): void {
  const others = recentRanges().filter((range) => range.from !== from || range.to !== to);
  remember(KEY, JSON.stringify([{ from, to }, ...others].slice(0, MOST)));
}
