import type { IncomingHttpHeaders } from "node:http";
import {
  type Credential,
  createAccess,
  type ErrorSurface,
  hasWellFormedBody,
  plainAddress,
  type RoutePlugin,
  useErrorSurface,
} from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ADMINISTRATOR, type AuditActor } from "../audit/audit-entry.ts";
import { isAdministratorToken, requireStillAdministrator } from "../browser-sessions/page-token.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { CONFIGURATION_ERRORS, ConfigurationError } from "../configuration/configuration-error.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { isSameSecret } from "../keys/api-key.ts";
import { requireUsableIssuers } from "../third-party/require-usable-issuers.ts";
import { bearerOf, readAccessToken } from "../tokens/access-token.ts";
import { hookSecretRoutes } from "./hook-secrets.ts";
import { redirectCheckRoutes } from "./redirect-check.ts";
import { originOf } from "./request-reading.ts";
import { signingKeyRoutes } from "./signing-keys.ts";
import { ssoProviderRoutes } from "./sso-providers.ts";
import { thirdPartyAuthRoutes } from "./third-party-auth.ts";

const ProjectPath = Type.Object({ ref: Type.String({ maxLength: 200 }) });
/** With `dry_run` nothing is changed: the answer is the configuration as it would be. */
const TrialQuery = Type.Object({ dry_run: Type.Optional(Type.Boolean()) });
/** `seen`: when the fields were set that were read, as `/fields` tells it; what it does not name is not compared. */
const ConfigurationBody = Type.Intersect([
  Type.Record(Type.String(), Type.Unknown()),
  Type.Object({
    seen: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String({ format: "date-time" }), Type.Null()]))),
  }),
]);

/** The permission of whoever may configure. */
const CONFIGURE = "configure";

/** A caller with a token that can change the settings. */
export interface TokenHolder {
  readonly actor: AuditActor;
  readonly credential: Credential;
}

interface Options {
  readonly identity: Identity;
  readonly configuration: Configuration;
  /** Identifies tokens of users and service accounts with `identity.settings:write`, which another service keeps. */
  readonly identifyTokenHolder?: (headers: IncomingHttpHeaders, address: string) => Promise<TokenHolder | undefined>;
}

/** `{message}` for whatever goes wrong. */
const configurationSurface: ErrorSurface = {
  own(error) {
    const body = { message: error instanceof Error ? error.message : "" };
    if (error instanceof ConfigurationError) return { status: CONFIGURATION_ERRORS[error.code].status, body };
    return error instanceof IdentityError ? { status: error.status, body } : undefined;
  },
  render: ({ status, message, headers }) => ({ status, body: { message }, headers }),
};

/** /v1/projects: the configuration endpoint. */
export const configurationRoutes: RoutePlugin<Options> = async (app, options) => {
  const { identity, configuration, identifyTokenHolder } = options;
  useErrorSurface(app, configurationSurface);
  const access = createAccess<TokenHolder>({
    nameOf: ({ actor }) => (actor === ADMINISTRATOR ? "operator" : `user:${actor.id}`),
    credentialOf: ({ credential }) => credential,
    surfaceOf: () => "configuration",
    async authenticate({ headers, ip }) {
      const bearer = bearerOf(headers.authorization);
      if (bearer === undefined) return undefined;
      const operator =
        (await findOperator(identity, bearer)) ?? (await identifyTokenHolder?.(headers, plainAddress(ip)));
      if (operator === undefined) throw new ConfigurationError("token_wrong");
      return operator;
    },
    async authorize(caller, _permission, { params }) {
      if (caller === undefined) throw new ConfigurationError("token_missing");
      const ref: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "ref") : undefined;
      if (ref !== identity.settings["auth.management.project_ref"]) throw new ConfigurationError("project_unknown");
    },
  });
  access.install(app);
  app.addHook("preValidation", async (request) => {
    if (!hasWellFormedBody(request)) throw new ConfigurationError("field_invalid", "A text holds half of a character.");
  });
  const config = { permission: CONFIGURE };

  const authorOf = (request: FastifyRequest) => ({ actor: access.callerOf(request).actor, origin: originOf(request) });
  await app.register(signingKeyRoutes, { identity, authorOf, permission: CONFIGURE });
  await app.register(hookSecretRoutes, { identity, configuration, authorOf, permission: CONFIGURE });
  await app.register(thirdPartyAuthRoutes, { identity, configuration, authorOf, permission: CONFIGURE });
  await app.register(redirectCheckRoutes, { identity, permission: CONFIGURE });
  await app.register(ssoProviderRoutes, {
    identity,
    path: "/:ref/config/auth/sso/providers",
    permission: CONFIGURE,
    authorOf,
  });

  app.get("/:ref/config/auth", { config, schema: { params: ProjectPath } }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return configuration.show();
  });

  app.get("/:ref/config/auth/fields", { config, schema: { params: ProjectPath } }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { fields: configuration.describe() };
  });

  app.patch(
    "/:ref/config/auth",
    { config, schema: { params: ProjectPath, querystring: TrialQuery, body: ConfigurationBody } },
    async (request, reply) => {
      const { seen, ...fields } = request.body;
      await requireUsableIssuers(identity, fields["third_party_issuers"]);
      if (request.query.dry_run === true) {
        reply.header("cache-control", "no-store");
        return configuration.try(fields);
      }
      const passedOver = await configuration.change(fields, authorOf(request), seen);
      if (passedOver.length > 0) request.log.warn({ passedOver }, "fields of the configuration were passed over");
      reply.header("cache-control", "no-store");
      return configuration.show();
    },
  );
};

/** Its own token where there is one, else the secret key; and an administrator from the web UI. */
async function findOperator(identity: Identity, bearer: string): Promise<TokenHolder | undefined> {
  const token = identity.settings["auth.management.access_token"];
  const isKey = token === "" ? identity.apiKeys.isSecretKey(bearer) : isSameSecret(bearer, token);
  if (isKey) return { actor: ADMINISTRATOR, credential: token === "" ? "secret-key" : "management-token" };
  const actor = await findAdministrator(identity, bearer);
  return actor && { actor, credential: "administrator-token" };
}

async function findAdministrator(identity: Identity, bearer: string): Promise<AuditActor | undefined> {
  try {
    const claims = await readAccessToken(identity.signingKeys, bearer);
    if (!isAdministratorToken(claims)) return undefined;
    const { authority, ...actor } = await requireStillAdministrator(identity, claims).catch((error: unknown) => {
      if (error instanceof IdentityError && error.code !== "not_admin") throw new ConfigurationError("token_ended");
      throw error;
    });
    return authority === "everything" ? actor : undefined;
  } catch (error) {
    if (error instanceof IdentityError) return undefined;
    throw error;
  }
}
