import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Annotation, annotationsQuery } from "../../api/annotations.ts";
import { isRefusal } from "../../api/api-error.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import { queryOfStored, storedEvents } from "../model/annotation/stored-events.ts";
import type { Session } from "../view/use-session.ts";
import { createLastPictures } from "./last-pictures.ts";
import type { Recording } from "./recording.ts";

type Shown = Pick<Session, "dashboard" | "span" | "isAnnotationOn">;

export interface StoredEvents {
  readonly events: readonly AnnotationEvent[];
  /** How the question for them goes. */
  readonly query: UseQueryResult<readonly Annotation[]>;
}

/** What people said happened at a dashboard; the document may colour it and switch it off. */
export function useStoredEvents(uid: string, shown: Shown): StoredEvents {
  const { query, range, isOn } = questionOf(shown);
  const asking = useQuery({ ...annotationsQuery(uid, range), enabled: isOn });
  return { events: useEvents(isOn ? asking.data : undefined, query), query: asking };
}

/**
 * The same for a screen that nobody sits at: it goes on with what it heard last when the server is gone.
 *
 * @param isWall - nothing is asked elsewhere
 */
export function useWallEvents(uid: string, shown: Shown, isWall: boolean): readonly AnnotationEvent[] {
  const { query, range, isOn } = questionOf(shown);
  const isAsked = isOn && isWall;
  const { data, error } = useQuery({ ...annotationsQuery(uid, { ...range, signedOut: "throw" }), enabled: isAsked });
  const isRefused = isRefusal(error);
  useEffect(() => {
    if (isRefused) lastHeard.forget((known) => known === uid);
    else if (data !== undefined) lastHeard.keep(uid, data);
  }, [uid, data, isRefused]);
  return useEvents(isAsked && !isRefused ? (data ?? lastHeard.recall(uid)) : undefined, query);
}

/** What had been said when a snapshot was taken; nothing without one. */
export function useRecordedEvents(recording: Recording | undefined, shown: Shown): readonly AnnotationEvent[] {
  const { query, isOn } = questionOf(shown);
  return useEvents(isOn ? recording?.annotations : undefined, query);
}

const lastHeard = createLastPictures<readonly Annotation[]>();

function questionOf({ dashboard, span, isAnnotationOn }: Shown) {
  const query = queryOfStored(dashboard);
  // A range that moves on with every refresh is asked for once a minute.
  const range = { from: Math.floor(span.from / MINUTE) * MINUTE, to: Math.ceil(span.to / MINUTE) * MINUTE };
  return { query, range, isOn: isAnnotationOn(query) };
}

function useEvents(stored: readonly Annotation[] | undefined, query: AnnotationEvent["query"]) {
  return useMemo(() => (stored === undefined ? NONE : storedEvents(stored, query)), [stored, query]);
}

const MINUTE = 60_000;
const NONE: readonly AnnotationEvent[] = [];
