import { isDeepStrictEqual } from "node:util";
import type { Access, RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import {
  type AnnotationDraft,
  addAnnotation,
  changeAnnotation,
  listAnnotations,
  listTaggedAnnotations,
  readAnnotation,
  removeAnnotation,
  type StoredAnnotation,
} from "../annotations/annotations.ts";
import { ResourceError } from "../errors.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const Uid = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
/** Milliseconds since 1970; PostgreSQL and dates of the browser both reach as far. */
const Time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
const PanelId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[^\\p{Cs}\\p{Cc}]+$" }), {
  maxItems: 20,
});
const Text = Type.String({ maxLength: 4000, pattern: "^[^\\p{Cs}\\u0000]*$" });
const Draft = Type.Object({
  time: Type.Optional(Time),
  timeEnd: Type.Optional(Time),
  text: Type.Optional(Text),
  tags: Type.Optional(Tags),
});
/** `seen`: what was read of it and must still hold; what that does not name is not compared. */
const Change = Type.Object({ ...Draft.properties, seen: Type.Optional(Draft) });
const NewAnnotation = Type.Object({
  /** Absent for what happened everywhere, which is found by its tags. */
  dashboardUID: Type.Optional(Uid),
  panelId: Type.Optional(PanelId),
  ...Draft.properties,
  text: Text,
});
const Search = Type.Object({
  dashboardUID: Type.Optional(Uid),
  panelId: Type.Optional(PanelId),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  /** Of all dashboards: one of the tags is enough. */
  matchAny: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});
const Target = Type.Object({ id: Type.String({ pattern: "^[1-9]\\d{0,17}$" }) });

/** /api/annotations: what people say happened, drawn into the charts of a dashboard. */
export const annotationRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const reading = { permission: "dashboards:read" } as const;
  const writing = { permission: "dashboards:write" } as const;

  app.get("/", { config: reading, schema: { querystring: Search } }, async (request) => {
    const { dashboardUID: name, panelId, from, to, tags = [], matchAny = false, limit = 100 } = request.query;
    const caller = access.callerOf(request);
    const range = { namespace: DEFAULT_NAMESPACE, caller, from: dateOf(from), to: dateOf(to), tags, limit };
    if (name === undefined) {
      if (tags.length === 0)
        throw new ResourceError("request_invalid", { detail: "dashboardUID or tags are required" });
      const tagged = await listTaggedAnnotations(db, { ...range, isAny: matchAny });
      return tagged.map((one) => viewOf(one, one.dashboard?.name, caller));
    }
    const found = await listAnnotations(db, { ...range, name, panelId });
    return found.map((one) => viewOf(one, name, caller));
  });

  app.get("/:id", { config: reading, schema: { params: Target } }, async (request) => {
    const caller = access.callerOf(request);
    const found = await readAnnotation(db, request.params.id, caller);
    return viewOf(found, found.dashboard?.name, caller);
  });

  app.post("/", { config: writing, schema: { body: NewAnnotation } }, async (request) => {
    const { dashboardUID: name, panelId, text } = request.body;
    const now = new Date();
    const draft = changed(
      // Of no dashboard, there is no panel.
      { panelId: panelId === 0 || name === undefined ? undefined : panelId, from: now, to: now, text, tags: [] },
      request.body,
    );
    const author = authorOfRequest(access, request);
    const id = await addAnnotation(db, { namespace: DEFAULT_NAMESPACE, name, draft, author });
    return { message: "Annotation added", id };
  });

  for (const method of ["PUT", "PATCH"] as const) {
    app.route({
      method,
      url: "/:id",
      config: writing,
      schema: { params: Target, body: Change },
      handler: async (request) => {
        const change = (stored: AnnotationDraft) => {
          requireSeen(stored, request.body.seen ?? {});
          return changed(stored, request.body);
        };
        await changeAnnotation(db, { id: request.params.id, change, author: authorOfRequest(access, request) });
        return { message: method === "PUT" ? "Annotation updated" : "Annotation patched" };
      },
    });
  }

  app.delete("/:id", { config: writing, schema: { params: Target } }, async (request) => {
    await removeAnnotation(db, request.params.id, authorOfRequest(access, request));
    return { message: "Annotation deleted" };
  });
};

/** What is not said stays; a moment that is moved stays one. */
function changed(before: AnnotationDraft, { time, timeEnd, text, tags }: Static<typeof Draft>): AnnotationDraft {
  const from = dateOf(time) ?? before.from;
  const length = before.to.getTime() - before.from.getTime();
  const to = dateOf(timeEnd) ?? new Date(from.getTime() + length);
  if (to < from) throw new ResourceError("request_invalid", { detail: "timeEnd must not be before time" });
  return { ...before, from, to, text: text ?? before.text, tags: tags ?? before.tags };
}

/** @throws ResourceError `annotation_overtaken` */
function requireSeen({ from, to, text, tags }: AnnotationDraft, seen: Static<typeof Draft>): void {
  const now = { time: from.getTime(), timeEnd: to.getTime(), text, tags };
  if (!isDeepStrictEqual({ ...now, ...seen }, now)) throw new ResourceError("annotation_overtaken");
}

function dateOf(time: number | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}

/** Walls are told of nobody. */
function viewOf(annotation: StoredAnnotation, dashboardUID: string | undefined, caller: Caller) {
  const { id, panel_id, begins_at, ends_at, text, tags, created_at, changed_at, created_login } = annotation;
  return {
    id: Number(id),
    dashboardUID: dashboardUID ?? "",
    panelId: panel_id ?? 0,
    time: begins_at.getTime(),
    timeEnd: ends_at.getTime(),
    text,
    tags,
    login: caller.kind === "wall" ? "" : created_login,
    created: created_at.getTime(),
    updated: changed_at.getTime(),
  };
}
