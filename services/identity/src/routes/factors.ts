import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { challengeFactor } from "../factors/challenge-factor.ts";
import { enrollFactor } from "../factors/enroll-factor.ts";
import { unenrollFactor } from "../factors/remove-factor.ts";
import { verifyFactor } from "../factors/verify-factor.ts";
import { readChannel } from "../phones/send-code.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { signedInUserOf, USER } from "./access.ts";
import { given, Text } from "./fields.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";

const FactorBody = Type.Object({
  factor_type: Text(64),
  friendly_name: Text(255),
  issuer: Text(255),
  phone: Text(64),
});
const ChallengeBody = Type.Union([Type.Object({ channel: Text(64) }), Type.Null()]);
const VerifyBody = Type.Object({
  challenge_id: Text(64),
  code: Text(64),
  webauthn: Type.Optional(
    Type.Union([Type.Object({ type: Text(64), credential_response: Type.Optional(Type.Unknown()) }), Type.Null()]),
  ),
});
const FactorPath = Type.Object({ id: Type.String() });

/** /factors: the second factors of whoever is signed in. */
export const factorRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: USER };

  app.post("/factors", { config, schema: { body: FactorBody } }, async (request) => {
    const { factor_type, friendly_name, issuer, phone } = request.body;
    return enrollFactor(identity, signedInUserOf(access, request), {
      type: factor_type ?? "",
      friendlyName: friendly_name ?? "",
      issuer: given(issuer),
      phone: given(phone),
      origin: originOf(request),
    });
  });

  app.post(
    "/factors/:id/challenge",
    {
      config: { ...config, limiter: "mfa", isBodyOptional: true },
      schema: { params: FactorPath, body: ChallengeBody },
    },
    async (request) =>
      challengeFactor(identity, signedInUserOf(access, request), {
        factorId: readUuid(request.params.id, { name: "factor_id" }),
        channel: readChannel(identity, given(request.body?.channel)),
        origin: originOf(request),
      }),
  );

  app.post(
    "/factors/:id/verify",
    { config: { ...config, limiter: "mfa" }, schema: { params: FactorPath, body: VerifyBody } },
    async (request, reply) => {
      const { challenge_id, code, webauthn } = request.body;
      const session = await verifyFactor(identity, signedInUserOf(access, request), {
        factorId: readUuid(request.params.id, { name: "factor_id" }),
        challengeId: readUuid(challenge_id ?? "", { name: "challenge_id", status: 400 }),
        code: code ?? "",
        credential: webauthn?.credential_response,
        origin: originOf(request),
      });
      reply.headers(tokenHeaders(session));
      return sessionAnswer(identity, session);
    },
  );

  app.delete("/factors/:id", { config, schema: { params: FactorPath } }, async (request) => {
    const id = readUuid(request.params.id, { name: "factor_id" });
    await unenrollFactor(identity, signedInUserOf(access, request), { id, origin: originOf(request) });
    return { id };
  });
};
