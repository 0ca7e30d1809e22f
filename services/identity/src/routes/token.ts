import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { exchangeCode } from "../flows/exchange-code.ts";
import type { Identity } from "../identity.ts";
import { looksLikeApiKey } from "../keys/api-key.ts";
import { pendingLimit } from "../limits/limit-requests.ts";
import type { LimiterName } from "../limits/limiters.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { readMaker, signInWithIdToken } from "../oauth/sign-in-with-id-token.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { Refresh } from "../sessions/refresh.ts";
import { countsItself, refreshSession } from "../sessions/refresh-session.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { signInWithPassword } from "../sessions/sign-in-with-password.ts";
import { findSignedInUser } from "../sessions/signed-in-user.ts";
import { bearerOf } from "../tokens/access-token.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { requireWallets, signInWithWallet } from "../web3/sign-in-with-wallet.ts";
import { Flag, given, Text } from "./fields.ts";
import { audienceOf, originOf, redirectOf, signInOriginOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { tokenHeaders } from "./token-headers.ts";

const TokenBody = Type.Object({
  email: Text(),
  phone: Text(),
  password: Text(),
  refresh_token: Text(),
  auth_code: Text(),
  code_verifier: Text(),
  id_token: Text(16_384),
  provider: Text(100),
  issuer: Text(2048),
  client_id: Text(),
  access_token: Text(16_384),
  nonce: Text(),
  link_identity: Flag,
  chain: Text(64),
  message: Text(32_768),
  signature: Text(1024),
});

interface Grant {
  readonly session: OpenSession;
  readonly outcome?: Refresh["outcome"];
  /** Further fields of the answer. */
  readonly extra?: object;
}

type GrantRule = (
  identity: Identity,
  body: Static<typeof TokenBody>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Grant>;

const passwordGrant: GrantRule = async (identity, { email, phone, password }, request, reply) => {
  const { session, weakness } = await signInWithPassword(identity, {
    email: given(email),
    phone: given(phone),
    password: password ?? "",
    audience: audienceOf(request, identity),
    origin: signInOriginOf(identity, request, reply),
  });
  return { session, extra: weakness.reasons.length > 0 ? { weak_password: weakness } : {} };
};

const refreshTokenGrant: GrantRule = (identity, { refresh_token }, request, reply) =>
  refreshSession(identity, {
    refreshToken: refresh_token ?? "",
    origin: originOf(request),
    limit: pendingLimit(identity, request, reply),
  });

const pkceGrant: GrantRule = async (identity, { auth_code, code_verifier }, request, reply) => {
  const { session, providerTokens } = await exchangeCode(identity, {
    authCode: auth_code ?? "",
    codeVerifier: code_verifier ?? "",
    origin: signInOriginOf(identity, request, reply),
  });
  return { session, extra: providerTokens };
};

const idTokenGrant: GrantRule = async (identity, body, request, reply) => {
  if (given(body.id_token) === undefined) throw new OAuthError("invalid request", "id_token required");
  const linkingTarget = body.link_identity ? (await requireUser(identity, request)).id : undefined;
  const session = await signInWithIdToken(identity, {
    idToken: body.id_token ?? "",
    maker: readMaker({
      provider: given(body.provider),
      issuer: given(body.issuer),
      clientId: given(body.client_id),
    }),
    accessToken: given(body.access_token),
    nonce: given(body.nonce),
    linkingTarget,
    audience: audienceOf(request, identity),
    redirectTo: redirectOf(request, identity),
    origin: signInOriginOf(identity, request, reply),
  });
  return { session };
};

const walletGrant: GrantRule = async (identity, { chain, message, signature }, request, reply) => ({
  session: await signInWithWallet(identity, {
    chain: chain ?? "",
    message: message ?? "",
    signature: signature ?? "",
    audience: audienceOf(request, identity),
    redirectTo: redirectOf(request, identity),
    origin: signInOriginOf(identity, request, reply),
  }),
});

/** Whoever links an account must be signed in, though the route is for everybody. */
async function requireUser(identity: Identity, { headers }: FastifyRequest): Promise<StoredUser> {
  const bearer = bearerOf(headers.authorization);
  if (bearer === undefined || looksLikeApiKey(bearer)) throw new IdentityError("no_authorization");
  return (await findSignedInUser(identity, bearer)).user;
}

const GRANTS: ReadonlyMap<string, GrantRule> = new Map([
  ["password", passwordGrant],
  ["refresh_token", refreshTokenGrant],
  ["pkce", pkceGrant],
  ["id_token", idTokenGrant],
  ["web3", walletGrant],
]);

function limiterOf({ query }: FastifyRequest): LimiterName {
  return fieldOf(query, "grant_type") === "web3" ? "web3" : "token";
}

/** A refresh asks the database anyway, and is counted in that question. What is no token is counted like the rest. */
function isCountedByRefresh({ query, body }: FastifyRequest): boolean {
  return fieldOf(query, "grant_type") === "refresh_token" && countsItself(fieldOf(body, "refresh_token"));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** /token */
export const tokenRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.post(
    "/token",
    {
      config: { permission: OPEN, limiter: limiterOf, isCountedByRoute: isCountedByRefresh, captcha: "by_grant" },
      preValidation: async ({ query }) => {
        if (fieldOf(query, "grant_type") === "web3") requireWallets(identity);
      },
      schema: {
        querystring: Type.Object({ grant_type: Type.Optional(Type.String({ maxLength: 64 })) }),
        body: TokenBody,
      },
    },
    async (request, reply) => {
      const grant = GRANTS.get(request.query.grant_type ?? "");
      if (grant === undefined) {
        throw new IdentityError("invalid_credentials", { message: "unsupported_grant_type" });
      }
      const { session, outcome, extra } = await grant(identity, request.body, request, reply);
      reply.headers(tokenHeaders(session, outcome));
      return { ...(await sessionAnswer(identity, session)), ...extra };
    },
  );
};
