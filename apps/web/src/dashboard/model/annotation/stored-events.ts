import type { Annotation } from "../../../api/annotations.ts";
import type { AnnotationQuery, Dashboard } from "../dashboard-document.ts";
import { numberOf, objectsOf, textOf, textsOf } from "../json.ts";
import { readAnnotation } from "../read-dashboard.ts";
import type { AnnotationEvent } from "./annotation-event.ts";

/** By which the document colours what people said happened, and switches it off. */
export function queryOfStored({ annotations }: Pick<Dashboard, "annotations">): AnnotationQuery {
  return annotations.find(({ isBuiltIn }) => isBuiltIn) ?? USUAL;
}

const USUAL = readAnnotation({ builtIn: 1, iconColor: "blue" });

/** What people said happened, as it is drawn. */
export function storedEvents(stored: readonly Annotation[], query: AnnotationQuery): readonly AnnotationEvent[] {
  return stored.map((one) => {
    const { time, timeEnd, text, tags, login } = one;
    return { from: time, to: timeEnd, title: text, text: login, tags, query, stored: one };
  });
}

/** What was said at any dashboard: its panels are others, so that it is about all of this one. */
export function taggedEvents(stored: readonly Annotation[], query: AnnotationQuery): readonly AnnotationEvent[] {
  return storedEvents(
    stored.map((one) => ({ ...one, panelId: 0 })),
    query,
  );
}

/** Both kinds of events; what was said at this dashboard and is found by its tags, too, is drawn once, as its query says. */
export function togetherWith(
  found: readonly AnnotationEvent[],
  stored: readonly AnnotationEvent[],
): readonly AnnotationEvent[] {
  if (stored.length === 0) return found;
  const known = new Set(found.flatMap((event) => event.stored?.id ?? []));
  return [...found, ...stored.filter((event) => event.stored === undefined || !known.has(event.stored.id))];
}

/** Out of an answer, or of a document that keeps it; what has no time is none. */
export function readAnnotations(value: unknown): readonly Annotation[] {
  return objectsOf(value).flatMap((one) => {
    const time = numberOf(one["time"]);
    if (time === undefined) return [];
    return {
      id: numberOf(one["id"]) ?? 0,
      panelId: numberOf(one["panelId"]) ?? 0,
      time,
      timeEnd: numberOf(one["timeEnd"]) ?? time,
      text: textOf(one["text"]),
      tags: textsOf(one["tags"]),
      login: textOf(one["login"]),
    };
  });
}
