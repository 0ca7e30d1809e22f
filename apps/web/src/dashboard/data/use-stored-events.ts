import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Annotation, annotationsQuery } from "../../api/annotations.ts";
import { isRefusal } from "../../api/api-error.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import { readAnnotation } from "../model/read-dashboard.ts";
import type { Session } from "../view/use-session.ts";
import { createLastPictures } from "./last-pictures.ts";

type Shown = Pick<Session, "dashboard" | "span" | "isAnnotationOn">;

/** What people said happened at a dashboard; the document may colour it and switch it off. */
export function useStoredEvents(uid: string, shown: Shown): readonly AnnotationEvent[] {
  const { query, range, isOn } = questionOf(shown);
  const { data } = useQuery({ ...annotationsQuery(uid, range), enabled: isOn });
  return useEvents(isOn ? data : undefined, query);
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

const lastHeard = createLastPictures<readonly Annotation[]>();

function questionOf({ dashboard, span, isAnnotationOn }: Shown) {
  const query = dashboard.annotations.find(({ isBuiltIn }) => isBuiltIn) ?? USUAL;
  // A range that moves on with every refresh is asked for once a minute.
  const range = { from: Math.floor(span.from / MINUTE) * MINUTE, to: Math.ceil(span.to / MINUTE) * MINUTE };
  return { query, range, isOn: isAnnotationOn(query) };
}

function useEvents(stored: readonly Annotation[] | undefined, query: AnnotationEvent["query"]) {
  return useMemo(() => stored?.map((one) => eventOf(one, query)) ?? NONE, [stored, query]);
}

const MINUTE = 60_000;
const NONE: readonly AnnotationEvent[] = [];
const USUAL = readAnnotation({ builtIn: 1, iconColor: "blue" });

function eventOf(stored: Annotation, query: AnnotationEvent["query"]): AnnotationEvent {
  const { time, timeEnd, text, tags, login } = stored;
  return { from: time, to: timeEnd, title: text, text: login, tags, query, stored };
}
