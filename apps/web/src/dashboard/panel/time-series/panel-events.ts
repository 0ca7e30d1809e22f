import type { TimeMark } from "@vedette/chart/core";
import type { Annotation } from "../../../api/annotations.ts";
import { dashboardMessages } from "../../messages.ts";
import { type AnnotationEvent, isDrawnIn } from "../../model/annotation/annotation-event.ts";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import type { Span } from "../../model/time/time-range.ts";
import type { TooltipContent } from "./tooltip.ts";

/** An event as a chart draws it. */
export interface PanelEvent extends TimeMark {
  readonly to: number;
  readonly title: string;
  /** The rest that is known of it, in one line. */
  readonly text: string;
  /** What somebody said, rather than a query. */
  readonly stored?: Annotation | undefined;
}

export function eventsOfPanel(
  events: readonly AnnotationEvent[],
  panelId: number,
  theme: Theme,
): readonly PanelEvent[] {
  return events
    .filter((event) => isDrawnIn(event, panelId))
    .map(({ from, to, title, text, tags, query, stored }) => ({
      stored,
      from,
      to,
      color: cssColor(query.iconColor || "blue", theme),
      title,
      text: [text, ...tags].filter((part) => part !== "").join(" · "),
    }));
}

/** So much of the range beside an event still counts as pointing at it. */
const NEAR = 0.01;

/** What somebody said of a moment; of several the last. */
export function storedNear(events: readonly PanelEvent[], time: number, span: Span): Annotation | undefined {
  return eventsNear(events, time, span).findLast(({ stored }) => stored !== undefined)?.stored;
}

function eventsNear(events: readonly PanelEvent[], time: number, span: Span): readonly PanelEvent[] {
  const near = (span.to - span.from) * NEAR;
  return events.filter(({ from, to }) => time >= from - near && time <= to + near);
}

/** Adds what happened about the time that a tooltip is about. */
export function withEvents(
  content: TooltipContent | undefined,
  { events, time, span }: { readonly events: readonly PanelEvent[]; readonly time: number; readonly span: Span },
): TooltipContent | undefined {
  const met = eventsNear(events, time, span);
  if (content === undefined || met.length === 0) return content;
  return { ...content, events: met.slice(0, 8).map(({ title, text, color }) => ({ name: title, value: text, color })) };
}

/** The same for those who do not see the chart. */
export function eventsInWords(events: readonly PanelEvent[], format: (time: number) => string): string {
  if (events.length === 0) return "";
  const said = events.slice(0, 5).map(({ from, title }) => `${title} ${format(from)}`);
  return ` ${dashboardMessages.chart.events(events.length)}: ${said.join(", ")}.`;
}
