import { Readable } from "node:stream";
import { type Access, bodyText, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { accessInfoOf } from "../dashboards/access-info.ts";
import { ResourceError } from "../errors.ts";
import { isJsonObject, type Kind, subjectOf } from "../kinds/kind.ts";
import { listObjects } from "../lists/list.ts";
import { createObject } from "../objects/create.ts";
import type { Body } from "../objects/draft.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Preconditions } from "../objects/preconditions.ts";
import { readObject } from "../objects/read.ts";
import { removeObject } from "../objects/remove.ts";
import { replaceObject } from "../objects/replace.ts";
import { objectText } from "../objects/version.ts";
import type { WriteMode } from "../objects/write.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { removedStatus } from "./status-surface.ts";

const JSON_TYPE = "application/json; charset=utf-8";

const Name = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
const Namespace = Type.Object({ namespace: Name });
const OneObject = Type.Object({ namespace: Name, name: Name });
const text = Type.Optional(Type.String({ maxLength: 8192 }));
const ListParameters = Type.Object({
  limit: text,
  continue: text,
  labelSelector: text,
  fieldSelector: text,
  resourceVersion: text,
  resourceVersionMatch: text,
  watch: text,
});
const ReadParameters = Type.Object({ resourceVersion: text });
const WriteParameters = Type.Object({ dryRun: text, fieldManager: Type.Optional(Type.String({ maxLength: 128 })) });

/** /apis/:group/:version/namespaces/:namespace/:plural, the same for every kind. */
export const objectRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller>; kind: Kind }> = async (
  app,
  { resources: { db, tokenKey, settings }, access, kind },
) => {
  const collection = `/${kind.group}/${kind.version}/namespaces/:namespace/${kind.plural}`;
  const configOf = (verb: string, permission: string) => ({ permission, resource: kind, verb });
  app.addHook("preValidation", async ({ params }) => requireNamespace(params, kind));

  app.get(
    collection,
    { config: configOf("list", kind.actions.read), schema: { params: Namespace, querystring: ListParameters } },
    async (request, reply) => {
      const { params, query } = request;
      if (isTrue(query.watch)) throw new ResourceError("request_invalid", { detail: "watch is not served" });
      const caller = access.callerOf(request);
      const now = new Date();
      const { namespace } = params;
      const chunks = await listObjects(db, { kind, namespace, caller, query: listQueryOf(query), tokenKey, now });
      return reply.type(JSON_TYPE).send(Readable.from(chunks, { objectMode: false }));
    },
  );

  app.post(
    collection,
    {
      config: configOf("create", kind.actions.create),
      bodyLimit: settings["server.limits.object_bytes"],
      schema: { params: Namespace, querystring: WriteParameters },
    },
    async (request, reply) => {
      const { namespace } = request.params;
      const mode = modeOf(request.query.dryRun);
      const author = authorOfRequest(access, request);
      const written = await createObject(db, { kind, namespace, body: bodyOf(request), author, mode, now: new Date() });
      return reply.code(201).type(JSON_TYPE).send(written.text);
    },
  );

  app.get(
    `${collection}/:name`,
    { config: configOf("get", kind.actions.read), schema: { params: OneObject, querystring: ReadParameters } },
    async (request, reply) => {
      const { params, query } = request;
      const caller = access.callerOf(request);
      const stored = await readObject(db, { kind, ...params, caller, version: query.resourceVersion });
      return reply.type(JSON_TYPE).send(objectText(kind, stored));
    },
  );

  app.put(
    `${collection}/:name`,
    {
      config: configOf("update", kind.actions.update),
      bodyLimit: settings["server.limits.object_bytes"],
      schema: { params: OneObject, querystring: WriteParameters },
    },
    async (request, reply) => {
      const mode = modeOf(request.query.dryRun);
      const author = authorOfRequest(access, request);
      const change = { kind, ...request.params, body: bodyOf(request), author, mode, now: new Date() };
      return reply.type(JSON_TYPE).send((await replaceObject(db, change)).text);
    },
  );

  app.delete(
    `${collection}/:name`,
    { config: configOf("delete", kind.actions.remove), schema: { params: OneObject, querystring: WriteParameters } },
    async (request) => {
      const { preconditions, dryRun } = deleteOptionsOf(request.body);
      const mode = modeOf(dryRun ?? request.query.dryRun);
      const author = authorOfRequest(access, request);
      const removed = await removeObject(db, { kind, ...request.params, preconditions, author, mode });
      return removedStatus(subjectOf(kind, removed.name, removed.uid));
    },
  );

  if (kind.plural !== "dashboards") return;
  app.get(
    `${collection}/:name/dto`,
    { config: configOf("get", kind.actions.read), schema: { params: OneObject } },
    async (request, reply) => {
      const caller = access.callerOf(request);
      const stored = await readObject(db, { kind, ...request.params, caller });
      const text = objectText({ ...kind, kind: "DashboardWithAccessInfo" }, stored);
      const info = JSON.stringify(accessInfoOf(caller, stored));
      return reply.type(JSON_TYPE).send(`${text.slice(0, -1)},"access":${info}}`);
    },
  );
};

/** The one organisation there is. Whether another one exists is nobody's business. */
export const DEFAULT_NAMESPACE = "default";

function requireNamespace(params: unknown, kind: Kind): void {
  const namespace: unknown = isJsonObject(params) ? params["namespace"] : undefined;
  if (namespace === DEFAULT_NAMESPACE) return;
  throw new ResourceError("not_allowed", { subject: subjectOf(kind, "") });
}

function bodyOf(request: FastifyRequest): Body {
  return { value: request.body, text: bodyText(request) };
}

/** @throws ResourceError `request_invalid` */
function modeOf(dryRun: unknown): WriteMode {
  if (dryRun === undefined || dryRun === "") return "store";
  if (dryRun === "All") return "dry-run";
  throw new ResourceError("request_invalid", { detail: "dryRun must be All or absent" });
}

function listQueryOf(query: Static<typeof ListParameters>) {
  return {
    limit: query.limit ?? "",
    continue: query.continue ?? "",
    labelSelector: query.labelSelector ?? "",
    fieldSelector: query.fieldSelector ?? "",
    resourceVersion: query.resourceVersion ?? "",
    resourceVersionMatch: query.resourceVersionMatch ?? "",
  };
}

/** Reads DeleteOptions; a propagation policy or grace period has no effect here. */
function deleteOptionsOf(body: unknown): { preconditions: Preconditions; dryRun: unknown } {
  const options = isJsonObject(body) ? body : {};
  if (body !== undefined && body !== null && !isJsonObject(body)) {
    throw new ResourceError("request_invalid", { detail: "the body must be a JSON object or absent" });
  }
  const wanted = isJsonObject(options["preconditions"]) ? options["preconditions"] : {};
  const [dryRun]: unknown[] = Array.isArray(options["dryRun"]) ? options["dryRun"] : [];
  return {
    preconditions: { uid: preconditionOf(wanted["uid"]), resourceVersion: preconditionOf(wanted["resourceVersion"]) },
    dryRun,
  };
}

function preconditionOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ResourceError("request_invalid", { detail: "preconditions must be strings" });
}

function isTrue(value: string | undefined): boolean {
  return value === "true" || value === "1";
}
