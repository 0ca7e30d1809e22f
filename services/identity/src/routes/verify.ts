import { OPEN, type RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import { normalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import { isOfChange, type Proof, verify } from "../one-time-tokens/verify.ts";
import { HALF_CONFIRMED } from "../one-time-tokens/verify-link.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { optionalUserIdOf } from "./access.ts";
import { given, Text } from "./fields.ts";
import { redirectOf, signInOriginOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";
import { askBeforeLink, openLink, readVerification } from "./verify-link.ts";

const text = Type.Optional(Type.String({ maxLength: 8192 }));
const VerifyQuery = Type.Object({ token: text, type: text, redirect_to: text });

const VerifyBody = Type.Object({
  type: Text(),
  token: Text(),
  token_hash: Text(),
  email: Text(),
  phone: Text(),
  redirect_to: Text(8192),
});

/** /verify: links opened in a mail, and codes and hashes that an application sends. */
export const verifyRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  // Mail scanners look before people do: a look uses nothing up.
  app.head("/verify", { config: { permission: OPEN } }, async (_request, reply) => reply.code(200).send());

  app.get(
    "/verify",
    { config: { permission: OPEN, limiter: "verify" }, exposeHeadRoute: false, schema: { querystring: VerifyQuery } },
    async (request, reply) => {
      if (isPrefetch(request.headers)) return reply.code(204).send();
      const { token: hash = "", type = "" } = request.query;
      const verification = readVerification(type);
      if (hash === "") throw new IdentityError("validation_failed", { message: "Verify requires a token" });
      const redirectTo = redirectOf(request, identity);
      if (identity.settings["auth.email.link_confirmation"]) {
        return askBeforeLink(identity, reply, { hash, verification, redirectTo });
      }
      return openLink(identity, request, reply, { hash, verification, redirectTo });
    },
  );

  app.post(
    "/verify",
    { config: { permission: OPEN, limiter: "verify" }, schema: { body: VerifyBody } },
    async (request, reply) => {
      const verification = readVerification(request.body.type ?? "");
      const outcome = await verify(identity, {
        verification,
        proof: readProof(request.body),
        via: "application",
        callerId: isOfChange(verification) ? await optionalUserIdOf(identity, request) : undefined,
        origin: signInOriginOf(identity, request, reply),
      });
      if (outcome.kind !== "session") return { msg: HALF_CONFIRMED, code: "200" };
      reply.headers(tokenHeaders(outcome.session));
      return sessionAnswer(identity, outcome.session);
    },
  );
};

function isPrefetch(headers: Readonly<Record<string, unknown>>): boolean {
  return /prefetch/i.test(`${headers["purpose"]} ${headers["sec-purpose"]}`);
}

function readProof({ token, token_hash, email, phone }: Static<typeof VerifyBody>): Proof {
  const [code, hash] = [given(token), given(token_hash)];
  if ((code === undefined) === (hash === undefined)) {
    throw invalid("Verify requires either a token or a token hash");
  }
  if (hash !== undefined) {
    if (given(email) === undefined && given(phone) === undefined) return { kind: "hash", hash };
    throw invalid("Only the token_hash and type should be provided");
  }
  if ((given(email) === undefined) === (given(phone) === undefined)) {
    throw invalid("Only an email address or phone number should be provided on verify");
  }
  const number = given(phone);
  if (number !== undefined) return { kind: "phone", code: code ?? "", phone: normalizePhone(number) };
  return { kind: "code", code: code ?? "", email: email ?? "" };
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
