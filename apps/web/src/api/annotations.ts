import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import type { Like } from "./like.ts";
import { type RequestOptions, request } from "./request.ts";

/** Something that somebody said happened. Times are milliseconds since 1970. */
export interface Annotation extends AnnotationDraft {
  readonly id: number;
  /** 0 for all panels. */
  readonly panelId: number;
  /** Who said it. */
  readonly login: string;
}

export interface AnnotationDraft {
  readonly time: number;
  /** Equal to `time` for a moment. */
  readonly timeEnd: number;
  readonly text: string;
  readonly tags: readonly string[];
}

const MOST = 500;

interface AnnotationsSearch extends Pick<RequestOptions, "signedOut"> {
  readonly from: number;
  readonly to: number;
}

export function annotationsQuery(dashboardUID: string, { from, to, signedOut = "wait" }: AnnotationsSearch) {
  return queryOptions({
    queryKey: ["annotations", dashboardUID, from, to],
    queryFn: ({ signal }) => listAnnotations(dashboardUID, { from, to, signedOut }, signal),
    placeholderData: keepPreviousData,
    // With each refresh the range is another one.
    gcTime: 60_000,
  });
}

/** What happened in a range, or reaches into it. */
export function listAnnotations(
  dashboardUID: string,
  { from, to, signedOut = "wait" }: AnnotationsSearch,
  signal: AbortSignal,
): Promise<readonly Annotation[]> {
  return request<readonly Annotation[]>("/api/annotations", {
    query: { dashboardUID, from: Math.max(0, Math.floor(from)), to: Math.max(0, Math.ceil(to)), limit: MOST },
    signal,
    signedOut,
    like: ANNOTATIONS_LIKE,
  });
}

/** What happened under some tags at the dashboards that one may read. */
export function listTaggedAnnotations(
  { tags, isAny }: { readonly tags: readonly string[]; readonly isAny: boolean },
  { from, to, signedOut = "wait" }: AnnotationsSearch,
  signal: AbortSignal,
): Promise<readonly Annotation[]> {
  return request<readonly Annotation[]>("/api/annotations", {
    query: {
      matchAny: String(isAny),
      from: Math.max(0, Math.floor(from)),
      to: Math.max(0, Math.ceil(to)),
      limit: MOST,
    },
    only: new URLSearchParams(tags.map((tag) => ["tags", tag])),
    signal,
    signedOut,
    like: ANNOTATIONS_LIKE,
  });
}

const ANNOTATION_LIKE: Like<Annotation> = { id: 0, panelId: 0, time: 0, timeEnd: 0, text: "", tags: [""] };
const ANNOTATIONS_LIKE: Like<readonly Annotation[]> = [ANNOTATION_LIKE];

/** @param panelId - 0 for all panels */
export function addAnnotation(dashboardUID: string, panelId: number, draft: AnnotationDraft): Promise<unknown> {
  return request("/api/annotations", { method: "POST", body: { dashboardUID, panelId, ...draft } });
}

/**
 * Changes what was typed anew; the rest stays as it is by then, whoever has changed it.
 *
 * @param seen - of those parts, what was read last
 * @throws ApiError of `isAnnotationOvertaken` when one of them is another by now
 */
export function changeAnnotation(id: number, typed: Partial<AnnotationDraft>, seen: AnnotationDraft): Promise<unknown> {
  const read = Object.fromEntries(Object.entries(seen).filter(([part]) => Object.hasOwn(typed, part)));
  return request(`/api/annotations/${id}`, { method: "PUT", body: { ...typed, seen: read } });
}

export function readAnnotation(id: number): Promise<Annotation> {
  return request(`/api/annotations/${id}`, { like: ANNOTATION_LIKE });
}

/** Whether somebody changed it between loading and saving. */
export function isAnnotationOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "annotation_overtaken";
}

export function deleteAnnotation(id: number): Promise<void> {
  return request(`/api/annotations/${id}`, { method: "DELETE" });
}
