import type { DataSource } from "../../api/data-sources.ts";
import { type AnnotationEvent, annotationEvents } from "../model/annotation/annotation-event.ts";
import type { AnnotationQuery } from "../model/dashboard-document.ts";
import { framesOf } from "../model/frame/prometheus-frames.ts";
import { parseDuration } from "../model/time/duration.ts";
import { alignSpan, stepOf } from "../model/time/step.ts";
import type { Span } from "../model/time/time-range.ts";
import { stepBuiltIns } from "../model/variable/built-in.ts";
import { interpolate, type Scope, withBuiltIn } from "../model/variable/interpolate.ts";
import { findDataSource } from "./data-source.ts";
import type { PrometheusCall } from "./prometheus-call.ts";

interface AnnotationContext {
  readonly span: Span;
  readonly sources: readonly DataSource[];
  readonly scope: Scope;
  /** Gives the `data` of an answer. */
  readonly ask: (call: PrometheusCall) => Promise<unknown>;
}

/** Events are seldom closer than this. */
const MINUTE = 60_000;
const MOST_POINTS = 1000;

/** Asks an annotation's query for its events in a range. @throws Error when it cannot be asked */
export async function loadAnnotation(
  query: AnnotationQuery,
  { span, sources, scope, ask }: AnnotationContext,
): Promise<readonly AnnotationEvent[]> {
  const source = findDataSource(query.datasource, sources, scope);
  if (source.kind !== "prometheus") return [];
  const minStep = parseDuration(interpolate(query.step, scope)) ?? MINUTE;
  const step = stepOf(span, { maxDataPoints: MOST_POINTS, minStep });
  const expr = interpolate(query.expr, withBuiltIn(scope, stepBuiltIns(step, minStep)), "prometheus");
  const { from, to } = alignSpan(span, step, scope.builtIn.get("__timezone")?.value ?? "UTC");
  const data = await ask({
    base: source.base,
    path: "query_range",
    parameters: [
      ["query", expr],
      ["start", String(from / 1000)],
      ["end", String(to / 1000)],
      ["step", String(step / 1000)],
    ],
  });
  return annotationEvents(framesOf(data, { refId: "", expr, legendFormat: "", format: "time_series", step }), query);
}
