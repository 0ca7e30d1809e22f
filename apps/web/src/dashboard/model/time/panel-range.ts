import type { Panel } from "../dashboard-document.ts";
import type { Clock } from "./clock.ts";
import { parseDuration } from "./duration.ts";
import { resolveTime } from "./time-expression.ts";
import type { Span } from "./time-range.ts";

type TimeOverrides = Pick<Panel, "timeFrom" | "timeShift">;

/** The range that a panel asks for. */
export interface PanelRange {
  readonly span: Span;
  /** Milliseconds that the answer is moved by, to be shown in the present. */
  readonly shift: number;
  /** What the panel's head says: `30m`, `now/d – now`, `1d`. `undefined` where the range is the dashboard's. */
  readonly length: string | undefined;
  readonly shiftText: string | undefined;
  /** Overrides that cannot be read. */
  readonly unread: readonly { readonly kind: "timeFrom" | "timeShift"; readonly text: string }[];
}

interface RangeContext {
  readonly span: Span;
  /** Its `now` is the end of a range that is fixed. */
  readonly clock: Clock;
  /** Puts the values of variables into a text. */
  readonly write: (text: string) => string;
}

/**
 * Applies a panel's relative time and time shift to the dashboard's range.
 *
 * `timeFrom` begins a range that ends now: `30m`, `now/d`, `1d/d`; with `+` it ends a range that begins now. `timeShift`
 * moves the range into the past: `1d`; with a rounding unit it is rounded, too: `1d/d` is the whole of yesterday.
 */
export function panelRange({ timeFrom, timeShift }: TimeOverrides, { span, clock, write }: RangeContext): PanelRange {
  const [from, by] = [write(timeFrom).trim(), write(timeShift).trim()];
  const own = from === "" ? undefined : ownSpan(from, clock);
  const shown = own ?? span;
  const moved = by === "" ? undefined : shiftedSpan(by, shown, clock);
  const length = own === undefined ? undefined : lengthText(from);
  return {
    span: moved?.span ?? shown,
    shift: moved?.shift ?? 0,
    length,
    shiftText: moved === undefined ? undefined : by.replace(/^now-/, ""),
    unread: [
      ...(from !== "" && own === undefined ? [{ kind: "timeFrom" as const, text: from }] : []),
      ...(by !== "" && moved === undefined ? [{ kind: "timeShift" as const, text: by }] : []),
    ],
  };
}

function lengthText(text: string): string {
  const [duration, isRound] = [text.replace(/^now-/, ""), text.includes("/")];
  if (isRound || text.startsWith("+") || duration.startsWith("now")) return endsOf(text).join(" – ");
  return duration;
}

/** Both ends, as time expressions. */
function endsOf(text: string): readonly [string, string] {
  if (text.startsWith("+")) return ["now", `now${text}`];
  return [text.startsWith("now") ? text : `now-${text}`, "now"];
}

function ownSpan(text: string, clock: Clock): Span | undefined {
  const [start, end] = endsOf(text);
  const length = parseDuration(text.replace(/^now-/, ""));
  const from = resolveTime(start, "from", clock) ?? (length === undefined ? undefined : clock.now - length);
  const to = resolveTime(end, "to", clock);
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

function shiftedSpan(text: string, { from, to }: Span, clock: Clock): { span: Span; shift: number } | undefined {
  const by = text.replace(/^(?:now)?-/, "");
  const expression = `now-${by}`;
  const start = resolveTime(expression, "from", { ...clock, now: from });
  const end = resolveTime(expression, "to", { ...clock, now: to });
  // A rounded range has another length and cannot be laid over the present.
  if (by.includes("/")) {
    return start === undefined || end === undefined || start >= end
      ? undefined
      : { span: { from: start, to: end }, shift: 0 };
  }
  const shift = end === undefined ? parseDuration(by) : to - end;
  return shift === undefined ? undefined : { span: { from: from - shift, to: to - shift }, shift };
}
