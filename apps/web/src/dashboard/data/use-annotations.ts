import { useEffect, useEffectEvent, useState } from "react";
import type { Annotation } from "../../api/annotations.ts";
import type { DataSource } from "../../api/data-sources.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import { taggedEvents } from "../model/annotation/stored-events.ts";
import type { AnnotationQuery } from "../model/dashboard-document.ts";
import type { Span } from "../model/time/time-range.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import type { PrometheusAnswer, PrometheusCall } from "./prometheus-call.ts";

interface AnnotationsOptions {
  /** Those that are switched on. */
  readonly queries: readonly AnnotationQuery[];
  readonly span: Span;
  readonly sources: readonly DataSource[] | undefined;
  readonly scope: Scope;
  readonly isReady: boolean;
  readonly ask: (call: PrometheusCall, signal: AbortSignal) => Promise<PrometheusAnswer>;
  readonly askTagged: (tagged: Tagged, span: Span, signal: AbortSignal) => Promise<readonly Annotation[]>;
}

/** By which people's words of all dashboards are asked for. */
export type Tagged = NonNullable<AnnotationQuery["tagged"]>;

interface FoundAnnotations {
  readonly events: readonly AnnotationEvent[];
  /** Why a query gave no events, by its name. */
  readonly failures: ReadonlyMap<string, Error>;
}

export interface Annotations extends FoundAnnotations {
  readonly askAgain: () => void;
}

const NONE: FoundAnnotations = { events: [], failures: new Map() };

/** The events of a dashboard, asked again with every range and refresh; the last ones stay until then. */
export function useAnnotations({
  queries,
  span,
  sources,
  scope,
  isReady,
  ask,
  askTagged,
}: AnnotationsOptions): Annotations {
  const [found, setFound] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  const key =
    sources === undefined || !isReady || queries.length === 0
      ? undefined
      : JSON.stringify([queries, span, [...scope.variables].map(([name, { chosen }]) => [name, chosen])]);

  const load = useEffectEvent(async (signal: AbortSignal) => {
    // Dashboards with queries for events are few.
    const { loadAnnotation } = await import("./load-annotations.ts");
    const failures = new Map<string, Error>();
    const one = async (query: AnnotationQuery) => {
      try {
        if (query.tagged !== undefined) return taggedEvents(await askTagged(query.tagged, span, signal), query);
        const data = async (call: PrometheusCall) => (await ask(call, signal)).data;
        return await loadAnnotation(query, { span, sources: sources ?? [], scope, ask: data });
      } catch (error) {
        failures.set(query.name, error instanceof Error ? error : new Error(String(error)));
        return [];
      }
    };
    const events = (await Promise.all(queries.map(one))).flat();
    if (!signal.aborted) setFound({ events, failures });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each attempt
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [key, attempt]);

  return { ...(key === undefined ? NONE : found), askAgain: () => setAttempt((count) => count + 1) };
}
