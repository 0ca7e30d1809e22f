import type { Annotation } from "../../../api/annotations.ts";
import type { AnnotationQuery } from "../dashboard-document.ts";
import type { Frame } from "../frame/frame.ts";

/** Something that happened: a moment, or a span of time. Milliseconds since 1970. */
export interface AnnotationEvent {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** The query it answers. */
  readonly query: AnnotationQuery;
  /** It was said by somebody, not found by the query. */
  readonly stored?: Annotation;
}

/** Of the built-in one the server is asked for what was said at the dashboard; of others that say nothing, nothing. */
export function asksForEvents({ expr, tagged }: AnnotationQuery): boolean {
  return expr !== "" || tagged !== undefined;
}

/** More would hide the data. */
const MOST_EVENTS = 500;

/**
 * Makes events of the answer to an annotation query: wherever a series is above zero, something happens; neighbouring
 * samples are one event.
 */
export function annotationEvents(frames: readonly Frame[], query: AnnotationQuery): readonly AnnotationEvent[] {
  return frames.flatMap((frame) => eventsOf(frame, query)).slice(0, MOST_EVENTS);
}

function eventsOf({ fields }: Frame, query: AnnotationQuery): readonly AnnotationEvent[] {
  const times = fields.find(({ type }) => type === "time")?.values;
  const series = fields.find(({ type }) => type === "number");
  if (times === undefined || series === undefined) return [];
  const { labels } = series;
  const said = {
    title: filled(query.titleFormat, labels) || query.name,
    text: filled(query.textFormat, labels),
    tags: query.tagKeys.flatMap((key) => labels[key] ?? []),
    query,
  };
  const runs: { from: number; to: number; isOpen: boolean }[] = [];
  for (let at = 0; at < times.length; at++) {
    const [time, value] = [Number(times[at]), Number(series.values[at])];
    const last = runs.at(-1);
    if (!(value > 0)) {
      if (last !== undefined) last.isOpen = false;
    } else if (last?.isOpen === true) last.to = time;
    else runs.push({ from: time, to: time, isOpen: true });
  }
  return runs.map(({ from, to }) => ({ ...said, from, to }));
}

function filled(format: string, labels: Readonly<Record<string, string>>): string {
  return format.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(labels, name) ? (labels[name] ?? "") : "",
  );
}

/** Whether an event is drawn in a panel: in all, unless its query names some, or all but some. */
export function isDrawnIn({ query: { filter }, stored }: AnnotationEvent, panelId: number): boolean {
  if (stored !== undefined && stored.panelId !== 0 && stored.panelId !== panelId) return false;
  return filter === undefined || filter.ids.includes(panelId) !== filter.isExclusion;
}
