import { Readable } from "node:stream";
import { type Access, bodyText, type RoutePlugin, turnFor } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { checkFields } from "../fields/field-validation.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import { formOf, objectDrawing } from "../lists/form.ts";
import { listObjects } from "../lists/list.ts";
import { removeListed } from "../lists/remove-listed.ts";
import { createOnce } from "../objects/create-once.ts";
import type { Body } from "../objects/draft.ts";
import { readShown } from "../objects/read-shown.ts";
import { removeObject } from "../objects/remove.ts";
import { replaceObject } from "../objects/replace.ts";
import type { Resources } from "../resources.ts";
import type { Seats } from "../watch/seats.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE, requireNamespace } from "./namespace.ts";
import {
  CreateHeaders,
  deleteOptionsOf,
  fieldCheckOf,
  isTrue,
  JSON_TYPE,
  ListParameters,
  listQueryOf,
  modeOf,
  Namespace,
  OneObject,
  ReadParameters,
  RemoveListParameters,
  WriteParameters,
} from "./object-parameters.ts";
import { removedStatus } from "./status-surface.ts";
import { answerWatch, type ListRequest } from "./watch.ts";

/** A list without a limit may take a slow reader longer than any other answer. */
const LIST_TIMEOUT_MS = 600_000;

/** /apis/:group/:version/namespaces/:namespace/:plural, the same for every kind. */
export const objectRoutes: RoutePlugin<{
  resources: Resources;
  access: Access<Caller>;
  kind: Kind;
  seats: Seats;
}> = async (app, { resources, access, kind, seats }) => {
  const { db, tokenKey, settings } = resources;
  const collection = `/${kind.group}/${kind.version}/namespaces/:namespace/${kind.plural}`;
  const configOf = (verb: string, permission: string) => ({ permission, resource: kind, verb });
  app.addHook("preValidation", async ({ params, routeOptions }) => {
    if (routeOptions.url?.includes("/:namespace/") === true) requireNamespace(params, kind);
  });

  const listOptions = { config: { ...configOf("list", kind.actions.read), answerWithinMs: LIST_TIMEOUT_MS } };
  app.get(
    collection,
    { ...listOptions, schema: { params: Namespace, querystring: ListParameters } },
    async (request, reply) => await answerList(request, reply, request.params.namespace),
  );
  app.get(
    `/${kind.group}/${kind.version}/${kind.plural}`,
    { ...listOptions, schema: { querystring: ListParameters } },
    // Of all namespaces: of the one that there is.
    async (request, reply) => await answerList(request, reply, DEFAULT_NAMESPACE),
  );

  async function answerList(request: ListRequest, reply: FastifyReply, namespace: string) {
    const { query, headers } = request;
    if (isTrue(query.watch)) {
      return await answerWatch({ resources, access, kind, namespace, seats }, request, reply);
    }
    const caller = access.callerOf(request);
    const form = formOf(headers.accept, query.includeObject);
    const listing = { kind, namespace, caller, query: listQueryOf(query), form, tokenKey, now: new Date() };
    const chunks = await listObjects(db, listing);
    return reply.type(JSON_TYPE).send(Readable.from(chunks, { objectMode: false }));
  }

  app.post(
    collection,
    {
      config: configOf("create", kind.actions.create),
      bodyLimit: settings["server.limits.object_bytes"],
      schema: { params: Namespace, querystring: WriteParameters, headers: CreateHeaders },
    },
    async (request, reply) => {
      const { namespace } = request.params;
      const mode = modeOf(request.query.dryRun);
      const author = authorOfRequest(access, request);
      const body = bodyOf(request);
      await checkFields(fieldCheckOf(kind, request.query.fieldValidation, reply), body);
      await turnFor(body.text.length);
      const creation = { kind, namespace, body, author, mode, now: new Date() };
      const text = await createOnce(db, creation, request.headers["idempotency-key"]);
      return reply.code(201).type(JSON_TYPE).send(text);
    },
  );

  app.delete(
    collection,
    {
      config: { ...configOf("deletecollection", kind.actions.remove), answerWithinMs: LIST_TIMEOUT_MS },
      schema: { params: Namespace, querystring: RemoveListParameters },
    },
    async (request, reply) => {
      const { params, query } = request;
      const { preconditions, dryRun } = deleteOptionsOf(request.body);
      if (preconditions.uid !== undefined || preconditions.resourceVersion !== undefined) {
        throw new ResourceError("request_invalid", { detail: "a whole list has no preconditions" });
      }
      const { labelSelector = "", fieldSelector = "" } = query;
      const mode = modeOf(dryRun ?? query.dryRun);
      const author = authorOfRequest(access, request);
      const { namespace } = params;
      const chunks = await removeListed(db, { kind, namespace, labelSelector, fieldSelector, author, mode });
      return reply.type(JSON_TYPE).send(Readable.from(chunks, { objectMode: false }));
    },
  );

  app.get(
    `${collection}/:name`,
    { config: configOf("get", kind.actions.read), schema: { params: OneObject, querystring: ReadParameters } },
    async (request, reply) => {
      const { params, query, headers } = request;
      const caller = access.callerOf(request);
      const form = formOf(headers.accept, query.includeObject);
      const reading = { kind, ...params, caller, version: query.resourceVersion };
      return reply.type(JSON_TYPE).send(await readShown(db, reading, objectDrawing(form, kind)));
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
      const body = bodyOf(request);
      await checkFields(fieldCheckOf(kind, request.query.fieldValidation, reply), body);
      await turnFor(body.text.length);
      const change = { kind, ...request.params, body, author, mode, now: new Date() };
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
};

function bodyOf(request: FastifyRequest): Body {
  return { value: request.body, text: bodyText(request) };
}
