import { type Access, HttpError, type RoutePlugin, untilAbandoned, useErrorSurface } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type Caller, principalOf } from "../access/caller.ts";
import { findDataSource } from "../datasources/data-sources.ts";
import { askDataSource, LABEL_NAME_PATTERN, PROXIED_PATHS } from "../datasources/proxy.ts";
import { BUILT_IN_DATA_SOURCE } from "../kinds/data-source.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { prometheusSurface } from "./prometheus-surface.ts";
import { searchOf } from "./proxied-question.ts";

/** A little more than the call itself may take. */
const ANSWER_TIMEOUT_MS = 35_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

const Target = Type.Object({
  uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }),
  name: Type.Optional(Type.String({ pattern: LABEL_NAME_PATTERN, maxLength: 1024 })),
});

/** /api/datasources/proxy/uid/:uid: the Prometheus API of a data source, asked by this server. */
export const dataSourceProxyRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db, publicUrl, allowedHosts, sourceAccess, queues } = resources;
  useErrorSurface(app, prometheusSurface);
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, async (_request: FastifyRequest, form: string) => form);

  for (const path of PROXIED_PATHS) {
    app.route({
      method: ["GET", "POST"],
      url: `/:uid/${path}`,
      config: { permission: "datasources:query", answerWithinMs: ANSWER_TIMEOUT_MS },
      schema: { params: Target },
      handler: async (request, reply) => await pass(request.params, request, reply),
    });
  }

  async function pass({ uid, name }: { uid: string; name?: string }, request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request, name);
    const search = searchOf(request.url);
    if (uid === BUILT_IN_DATA_SOURCE) return reply.redirect(builtInAddress(publicUrl, path, search), 307);
    const source = await findDataSource(db, DEFAULT_NAMESPACE, uid);
    if (source?.uid !== uid) throw new HttpError("not_found", { detail: "There is no data source of this uid." });
    const form = request.method === "POST" ? formOf(request.body) : undefined;
    const signal = untilAbandoned(reply);
    const leave = await queues.enterDataSource(uid, principalOf(access.callerOf(request)), signal);
    if (reply.raw.destroyed) leave();
    else reply.raw.once("close", leave);
    const call = { baseUrl: source.url, path, search, form, allowedHosts, access: sourceAccess, signal };
    const answer = await askDataSource(call);
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
};

/** The path below the data source, made of the route's own pattern: nothing else of the address goes along. */
function pathOf({ routeOptions }: FastifyRequest, label: string | undefined): string {
  const pattern = routeOptions.url?.split("/:uid/")[1] ?? "";
  return pattern.replace(":name", label ?? "");
}

function formOf(body: unknown): string {
  if (typeof body === "string") return body;
  throw new HttpError("unsupported_media_type", { detail: `Queries are posted as ${FORM_TYPE}.` });
}

/** The metric store of this server is asked where it is; the caller's own credentials hold there. */
function builtInAddress(publicUrl: string, path: string, search: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, "");
  return `${base}/prometheus/${path}${search === "" ? "" : `?${search}`}`;
}
