import { randomUUID } from "node:crypto";
import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import type { JWK } from "jose";
import { type Static, Type } from "typebox";
import type { Configuration } from "../configuration/configuration.ts";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { SettingAuthor } from "../configuration/stored-settings.ts";
import type { Identity } from "../identity.ts";
import { asJwk, publicPartOf, readPublicJwk } from "../keys/jwt-key.ts";
import { entryId } from "../third-party/issuers.ts";
import { judgeThirdPartyToken } from "../third-party/judge-third-party-token.ts";
import { FRESH_MS } from "../third-party/key-set.ts";
import type { KnownIssuer } from "../third-party/open-third-party.ts";
import { MAX_LENGTH } from "../third-party/read-third-party-token.ts";
import {
  type IssuerEntry,
  readEntries,
  requireCallableIssuer,
  requireDistinctIssuers,
} from "../third-party/require-usable-issuers.ts";

interface Options {
  readonly identity: Identity;
  readonly configuration: Configuration;
  readonly authorOf: (request: FastifyRequest) => SettingAuthor;
  readonly permission: string;
}

const EntryPath = Type.Object({ ref: Type.String({ maxLength: 200 }), id: Type.String({ maxLength: 200 }) });
const Optional = Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]));
const EntryBody = Type.Object({
  oidc_issuer_url: Optional,
  jwks_url: Optional,
  custom_jwks: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  role_claim: Optional,
  audience: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }), Type.Null()])),
});

const TokenBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: MAX_LENGTH }) });

/** The field of the configuration that holds the issuers. */
const FIELD = "third_party_issuers";

/** /:ref/config/auth/third-party-auth: issuers whose tokens are accepted beside those of this service. */
export const thirdPartyAuthRoutes: RoutePlugin<Options> = async (app, options) => {
  const { identity, configuration, authorOf, permission } = options;
  const { settings, thirdParty } = identity;
  const config = { permission };
  const path = "/:ref/config/auth/third-party-auth";

  app.get(path, { config }, async () => {
    await configuration.refresh();
    return thirdParty.all().map(answerOf);
  });

  app.post(path, { config, schema: { body: EntryBody } }, async (request, reply) => {
    const entry = await entryOf(request.body);
    // What has no issuer and no keys either is rejected with the others.
    if (entry.issuer !== undefined || entry.jwks_url !== undefined) {
      await requireCallableIssuer(identity.allowedHosts, entry);
    }
    const added = (stored: unknown) => {
      const entries = [...(readEntries(stored) ?? []), entry];
      requireDistinctIssuers(identity, entries);
      return entries;
    };
    await configuration.derive(FIELD, added, authorOf(request));
    const known = thirdParty.all().find(({ issuer: { provider } }) => provider === entry.id);
    return reply.code(201).send(known === undefined ? {} : answerOf(known));
  });

  /** What becomes of a token, check by check. It is kept nowhere. */
  app.post(`${path}/try`, { config, schema: { body: TokenBody } }, async ({ body }, reply) => {
    const { verdict, checks } = await judgeThirdPartyToken(thirdParty, body.token.trim(), settings);
    reply.header("cache-control", "no-store");
    return { verdict, checks: checks.map(({ isGood, ...check }) => ({ ...check, is_good: isGood ?? null })) };
  });

  app.delete(`${path}/:id`, { config, schema: { params: EntryPath } }, async (request, reply) => {
    const { id } = request.params;
    const kept = (stored: unknown) => {
      const known = readEntries(stored) ?? [];
      const others = known.filter((entry, index) => entryId(entry, index) !== id);
      if (others.length === known.length) throw new ConfigurationError("key_unknown", "There is no such issuer.");
      return others;
    };
    await configuration.derive(FIELD, kept, authorOf(request));
    return reply.code(204).send();
  });
};

async function entryOf({
  oidc_issuer_url,
  jwks_url,
  custom_jwks,
  role_claim,
  audience,
}: Static<typeof EntryBody>): Promise<IssuerEntry & { readonly id: string }> {
  return {
    id: randomUUID(),
    ...(oidc_issuer_url == null ? {} : { issuer: oidc_issuer_url }),
    ...(jwks_url == null ? {} : { jwks_url }),
    ...(custom_jwks == null ? {} : { jwks: { keys: [...(await readCustomJwks(custom_jwks))] } }),
    ...(role_claim == null ? {} : { role_claim }),
    ...(audience == null ? {} : { audience }),
  };
}

function answerOf({ issuer: { provider, issuer, keys }, keySet }: KnownIssuer) {
  const { kids, readAt, failure } = keySet.describe();
  return {
    id: provider,
    type: "custom",
    oidc_issuer_url: issuer ?? null,
    jwks_url: keys.kind === "address" ? keys.url : null,
    custom_jwks: keys.kind === "given" ? { keys: publicKeysOf(keys.jwks) } : null,
    key_ids: kids,
    resolved_at: readAt === undefined ? null : new Date(readAt).toISOString(),
    // The first token from then on has them read again.
    stale_at: readAt === undefined || keys.kind === "given" ? null : new Date(readAt + FRESH_MS).toISOString(),
    failure: failure ?? null,
  };
}

/** Named fields of public keys only. */
function publicKeysOf(jwks: readonly object[]): readonly object[] {
  return jwks.flatMap((key) => {
    try {
      return publicPartOf(asJwk(key)) ?? [];
    } catch {
      // A key of the file that is no JWK verifies nothing, and the others are listed.
      return [];
    }
  });
}

type PublicKey = Record<string, unknown>;

/**
 * Reads the keys of a new issuer. A key that could never verify a token is rejected here rather than with every token.
 *
 * @throws ConfigurationError `field_invalid`
 */
async function readCustomJwks({ keys }: Readonly<Record<string, unknown>>): Promise<readonly PublicKey[]> {
  const invalid = (reason: string) => new ConfigurationError("field_invalid", `custom_jwks: ${reason}`);
  if (!Array.isArray(keys) || keys.length === 0) throw invalid("public keys are needed, {keys: [JWK, …]}");
  const kids = new Set<string>();
  const read: PublicKey[] = [];
  for (const key of keys) {
    const jwk = await readPublicPart(key).catch(() => undefined);
    if (jwk === undefined) throw invalid("a key is not a public key for RS256, RS512, ES256, ES512 or EdDSA");
    if (!jwk.kid || kids.has(jwk.kid)) throw invalid("every key needs a kid of its own");
    kids.add(jwk.kid);
    read.push({ ...jwk });
  }
  return read;
}

/** Whatever else a key holds is not stored. */
async function readPublicPart(key: unknown): Promise<JWK | undefined> {
  const jwk = asJwk(key);
  const part = publicPartOf(jwk);
  if (part === undefined || jwk.use === "enc") return undefined;
  await readPublicJwk(part);
  return part;
}
