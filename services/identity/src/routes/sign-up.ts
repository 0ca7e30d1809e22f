import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { LimiterName } from "../limits/limiters.ts";
import { readChannel } from "../phones/send-code.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { signUp } from "../users/sign-up.ts";
import { Data, FLOW_FIELDS, given, Text } from "./fields.ts";
import { audienceOf, redirectOf, signInOriginOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";

const SignUpBody = Type.Object({
  email: Text(),
  phone: Text(),
  password: Text(),
  data: Data,
  channel: Text(64),
  ...FLOW_FIELDS,
});

/** /signup */
export const signUpRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const config = { permission: OPEN, limiter: limiterOf, captcha: "always" } as const;
  app.post("/signup", { config, schema: { body: SignUpBody } }, async (request, reply) => {
    const { email, phone, password, data, channel, ...flow } = request.body;
    const outcome = await signUp(identity, {
      email: given(email),
      phone: given(phone),
      password: password ?? "",
      channel: readChannel(identity, given(channel)),
      data: data ?? {},
      audience: audienceOf(request, identity),
      redirectTo: redirectOf(request, identity),
      codeChallenge: readCodeChallenge(flow),
      origin: signInOriginOf(identity, request, reply),
    });
    if (outcome.kind === "user") return outcome.user;
    reply.headers(tokenHeaders(outcome.session));
    return sessionAnswer(identity, outcome.session);
  });
};

/** Without an address it is an anonymous sign-in. */
function limiterOf({ body }: FastifyRequest): LimiterName {
  const fields = typeof body === "object" && body !== null ? body : {};
  const hasAddress = ["email", "phone"].some((name) => Boolean(Reflect.get(fields, name)));
  return hasAddress ? "signup" : "anonymous";
}
