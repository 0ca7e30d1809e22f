import { randomUUID } from "node:crypto";
import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Configuration } from "../configuration/configuration.ts";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { SettingAuthor } from "../configuration/stored-settings.ts";
import type { Identity } from "../identity.ts";
import { asJwk, publicPartOf } from "../keys/jwt-key.ts";
import { issuerKey } from "../third-party/issuers.ts";
import { judgeThirdPartyToken } from "../third-party/judge-third-party-token.ts";
import { FRESH_MS } from "../third-party/key-set.ts";
import type { KnownIssuer } from "../third-party/open-third-party.ts";
import { MAX_LENGTH } from "../third-party/read-third-party-token.ts";
import { requireCallableIssuer } from "../third-party/require-callable-issuer.ts";

interface Options {
  readonly identity: Identity;
  readonly configuration: Configuration;
  readonly authorOf: (request: FastifyRequest) => SettingAuthor;
  readonly permission: string;
}

const EntryPath = Type.Object({ ref: Type.String({ maxLength: 200 }), id: Type.String({ maxLength: 200 }) });
const Optional = Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]));
const EntryBody = Type.Object({
  oidc_issuer_url: Type.String({ minLength: 1, maxLength: 2048 }),
  jwks_url: Optional,
  custom_jwks: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  role_claim: Optional,
  audience: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }), Type.Null()])),
});

const TokenBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: MAX_LENGTH }) });

const SETTING = "auth.third_party.issuers";

/** /:ref/config/auth/third-party-auth: issuers whose tokens are accepted beside those of this service. */
export const thirdPartyAuthRoutes: RoutePlugin<Options> = async (app, options) => {
  const { identity, configuration, authorOf, permission } = options;
  const { settings, thirdParty } = identity;
  const config = { permission };
  const path = "/:ref/config/auth/third-party-auth";

  app.get(path, { config }, async () => thirdParty.all().map(answerOf));

  app.post(path, { config, schema: { body: EntryBody } }, async (request, reply) => {
    const { oidc_issuer_url: issuer, jwks_url, custom_jwks, role_claim, audience } = request.body;
    const known = settings[SETTING];
    if (known.some((entry) => issuerKey(entry.issuer) === issuerKey(issuer)) || thirdParty.find(issuer) !== undefined) {
      throw new ConfigurationError("field_invalid", "oidc_issuer_url: this issuer is there already");
    }
    const entry = {
      id: randomUUID(),
      issuer,
      ...(jwks_url == null ? {} : { jwks_url }),
      ...(custom_jwks == null ? {} : { jwks: { keys: publicKeysOf(custom_jwks) } }),
      ...(role_claim == null ? {} : { role_claim }),
      ...(audience == null ? {} : { audience }),
    };
    await requireCallableIssuer(identity.allowedHosts, entry);
    await configuration.change({ third_party_issuers: [...known, entry] }, authorOf(request));
    return reply.code(201).send({ ...entry, type: "oidc", oidc_issuer_url: issuer });
  });

  /** What becomes of a token, check by check. It is kept nowhere. */
  app.post(`${path}/try`, { config, schema: { body: TokenBody } }, async ({ body }, reply) => {
    const { verdict, checks } = await judgeThirdPartyToken(thirdParty, body.token.trim(), settings);
    reply.header("cache-control", "no-store");
    return { verdict, checks: checks.map(({ isGood, ...check }) => ({ ...check, is_good: isGood ?? null })) };
  });

  app.delete(`${path}/:id`, { config, schema: { params: EntryPath } }, async (request, reply) => {
    const known = settings[SETTING];
    const kept = known.filter(({ id }) => id !== request.params.id);
    if (kept.length === known.length) throw new ConfigurationError("key_unknown", "There is no such issuer.");
    await configuration.change({ third_party_issuers: kept }, authorOf(request));
    return reply.code(204).send();
  });
};

function answerOf({ issuer: { provider, issuer, keys }, keySet }: KnownIssuer) {
  const { kids, readAt, failure } = keySet.describe();
  return {
    id: provider,
    type: "oidc",
    oidc_issuer_url: issuer,
    jwks_url: keys.kind === "address" ? keys.url : null,
    custom_jwks: keys.kind === "given" ? { keys: publicKeysOf({ keys: keys.jwks }) } : null,
    key_ids: kids,
    resolved_at: readAt === undefined ? null : new Date(readAt).toISOString(),
    // The first token from then on has them read again.
    stale_at: readAt === undefined || keys.kind === "given" ? null : new Date(readAt + FRESH_MS).toISOString(),
    failure: failure ?? null,
  };
}

/** Whatever else a key holds is not kept and not told. */
function publicKeysOf({ keys }: Readonly<Record<string, unknown>>): readonly object[] {
  try {
    const read = Array.isArray(keys) ? keys.map((key: unknown) => publicPartOf(asJwk(key))) : [];
    const known = read.filter((key) => key !== undefined);
    if (known.length > 0 && known.length === read.length) return known;
  } catch {
    // Said below.
  }
  throw new ConfigurationError("field_invalid", "custom_jwks: public keys are needed, {keys: [JWK, …]}");
}
