import { type Access, bodyText, OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { memberText } from "../json/member-text.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import {
  AUDIENCES,
  createSnapshot,
  KEY_PATTERN,
  listSnapshots,
  readSnapshot,
  removeSnapshot,
  type Snapshot,
  type SnapshotFacts,
} from "../snapshots/snapshots.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const Target = Type.Object({ key: Type.String({ pattern: KEY_PATTERN }) });
const Taken = Type.Object({
  dashboard: Type.Object({}),
  name: Type.Optional(Type.String({ maxLength: 500, pattern: "^[^\\p{Cs}\\p{Cc}]*$" })),
  /** Seconds. */
  expires: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_153_600_000 })),
  audience: Type.Optional(Type.Enum(AUDIENCES)),
  /** The dashboard that it was taken of. */
  dashboardUid: Type.Optional(Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 })),
});
const Search = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 500 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
});

type Options = { resources: Resources; access: Access<Caller> };

/** /api/snapshots: dashboards with the data of one moment, for others to look at. */
export const snapshotRoutes: RoutePlugin<Options> = async (app, { resources, access }) => {
  const { settings, publicUrl } = resources;
  // Whoever may read a dashboard sees what was taken of it; the rule asks for the rest.
  const reading = { permission: "dashboards:read" } as const;
  const writing = { permission: "snapshots:create" } as const;

  app.post(
    "/snapshots",
    { config: writing, bodyLimit: settings["server.limits.object_bytes"], schema: { body: Taken } },
    async (request) => {
      const { name = "", expires, audience, dashboardUid } = request.body;
      const key = await createSnapshot(resources, DEFAULT_NAMESPACE, {
        name,
        dashboard: dashboardUid,
        audience,
        expires,
        content: memberText(bodyText(request), "dashboard") ?? "{}",
        author: authorOfRequest(access, request),
      });
      const place = audience === "public" ? "public/snapshots" : "snapshots";
      return { key, url: `${publicUrl}/${place}/${key}` };
    },
  );

  app.get("/snapshots/:key", { config: reading, schema: { params: Target } }, async (request, reply) =>
    answer(reply, await readSnapshot(resources, request.params.key, access.callerOf(request))),
  );

  app.get(
    "/public/snapshots/:key",
    { config: { permission: OPEN }, schema: { params: Target } },
    async (request, reply) => answer(reply, forStrangers(await readSnapshot(resources, request.params.key, undefined))),
  );

  app.get("/snapshot/shared-options", { config: { permission: SIGNED_IN } }, async () => ({
    snapshotEnabled: true,
    externalEnabled: false,
    publicEnabled: settings["resources.snapshots.public"],
    maxAgeSeconds: settings["resources.snapshots.max_age"],
  }));

  app.delete("/snapshots/:key", { config: writing, schema: { params: Target } }, async (request) => {
    await removeSnapshot(resources, request.params.key, authorOfRequest(access, request));
    return { message: "Snapshot deleted." };
  });

  app.get("/dashboard/snapshots", { config: reading, schema: { querystring: Search } }, async (request) => {
    const { query = "", limit = 1000 } = request.query;
    const found = await listSnapshots(resources.db, access.callerOf(request), { query, limit });
    return found.map((facts) => ({ key: facts.key, ...factsOf(facts) }));
  });
};

/** Whoever has the address learns nothing of the people here, nor of what else there is. */
function forStrangers(snapshot: Snapshot): Snapshot {
  return { ...snapshot, created_login: "", dashboard: null };
}

/** The document as it came, letter by letter, beside what is known of it. */
function answer(reply: FastifyReply, snapshot: Snapshot) {
  const meta = JSON.stringify({ isSnapshot: true, type: "snapshot", ...factsOf(snapshot) });
  return reply
    .type("application/json; charset=utf-8")
    .header("x-robots-tag", "noindex")
    .send(`{"meta":${meta},"dashboard":${snapshot.content}}`);
}

function factsOf({ name, audience, created_at, created_login, expires_at, dashboard }: SnapshotFacts) {
  return {
    name,
    audience,
    created: created_at.toISOString(),
    createdBy: created_login,
    expires: expires_at?.toISOString() ?? null,
    dashboardUid: dashboard,
  };
}
