import { type Access, HttpError, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Resources } from "../resources.ts";
import { judge, rulesOf } from "../reviews/access.ts";
import { KUBERNETES_PROTOBUF } from "../reviews/protobuf.ts";
import {
  type AccessQuestion,
  type ReviewBody,
  readAccessQuestion,
  readRulesNamespace,
  requireSelfReview,
} from "../reviews/review-body.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const signedIn = { config: { permission: SIGNED_IN, verb: "create" }, schema: { hide: true } } as const;

/** What clients ask about themselves: who they are and what they may. To be mounted at /apis. */
export const reviewRoutes: RoutePlugin<{
  resources: Resources;
  access: Access<Caller>;
  kinds: readonly Kind[];
}> = async (app, { resources: { db }, access, kinds }) => {
  app.addContentTypeParser(
    KUBERNETES_PROTOBUF,
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  app.addContentTypeParser("*", async () => {
    throw new HttpError("unsupported_media_type", {
      detail: `This address takes application/json and ${KUBERNETES_PROTOBUF}.`,
    });
  });
  const place = { db, kinds, namespace: DEFAULT_NAMESPACE };

  app.post("/authorization.k8s.io/v1/selfsubjectaccessreviews", signedIn, async (request, reply) => {
    const question = readAccessQuestion(bodyOf(request));
    const { isAllowed, reason } = await judge(place, access.callerOf(request), question);
    const status = { allowed: isAllowed, ...(reason === undefined ? {} : { reason }) };
    return reply.code(201).send(review("authorization", "SelfSubjectAccessReview", { spec: specOf(question), status }));
  });

  app.post("/authorization.k8s.io/v1/selfsubjectrulesreviews", signedIn, async (request, reply) => {
    const namespace = readRulesNamespace(bodyOf(request));
    const isServed = namespace === "" || namespace === DEFAULT_NAMESPACE;
    const status = rulesOf(isServed ? kinds : [], access.callerOf(request));
    return reply.code(201).send(review("authorization", "SelfSubjectRulesReview", { spec: { namespace }, status }));
  });

  app.post("/authentication.k8s.io/v1/selfsubjectreviews", signedIn, async (request, reply) => {
    requireSelfReview(bodyOf(request));
    const { login, uid, role, kind } = access.callerOf(request);
    const userInfo = { username: login, uid, groups: [`vedette:${kind}`, `vedette:${role}`, "system:authenticated"] };
    return reply.code(201).send(review("authentication", "SelfSubjectReview", { status: { userInfo } }));
  });
};

function review(group: string, kind: string, members: object) {
  return { kind, apiVersion: `${group}.k8s.io/v1`, metadata: { creationTimestamp: null }, ...members };
}

function bodyOf({ body }: FastifyRequest): ReviewBody {
  return body instanceof Uint8Array ? { protobuf: body } : { json: body };
}

function specOf({ resource, address }: AccessQuestion) {
  return { ...(resource && { resourceAttributes: resource }), ...(address && { nonResourceAttributes: address }) };
}
