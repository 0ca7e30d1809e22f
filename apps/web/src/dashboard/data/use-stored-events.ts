import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Annotation, annotationsQuery } from "../../api/annotations.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import { readAnnotation } from "../model/read-dashboard.ts";
import type { Session } from "../view/use-session.ts";

/** What people said happened at a dashboard; the document may colour it and switch it off. */
export function useStoredEvents(
  uid: string,
  { dashboard, span, isAnnotationOn }: Pick<Session, "dashboard" | "span" | "isAnnotationOn">,
): readonly AnnotationEvent[] {
  const query = dashboard.annotations.find(({ isBuiltIn }) => isBuiltIn) ?? USUAL;
  // A range that moves on with every refresh is asked for once a minute.
  const asked = { from: Math.floor(span.from / MINUTE) * MINUTE, to: Math.ceil(span.to / MINUTE) * MINUTE };
  const isOn = isAnnotationOn(query);
  const { data } = useQuery({ ...annotationsQuery(uid, asked), enabled: isOn });
  return useMemo(
    () => (isOn && data !== undefined ? data.map((stored) => eventOf(stored, query)) : NONE),
    [isOn, data, query],
  );
}

const MINUTE = 60_000;
const NONE: readonly AnnotationEvent[] = [];
const USUAL = readAnnotation({ builtIn: 1, iconColor: "blue" });

function eventOf(stored: Annotation, query: AnnotationEvent["query"]): AnnotationEvent {
  const { time, timeEnd, text, tags, login } = stored;
  return { from: time, to: timeEnd, title: text, text: login, tags, query, stored };
}
