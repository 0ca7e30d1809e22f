import { randomBytes } from "node:crypto";
import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Configuration } from "../configuration/configuration.ts";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { SettingAuthor } from "../configuration/stored-settings.ts";
import { type HookKey, isHookKey } from "../hooks/hook-names.ts";
import { readSecrets, secretsOf } from "../hooks/hook-settings.ts";
import type { Identity } from "../identity.ts";

interface Options {
  readonly identity: Identity;
  readonly configuration: Configuration;
  readonly authorOf: (request: FastifyRequest) => SettingAuthor;
  readonly permission: string;
}

const HookPath = Type.Object({ ref: Type.String({ maxLength: 200 }), hook: Type.String({ maxLength: 64 }) });
const SECRET_BYTES = 32;
/** A program that makes a new one now and then, and forgets none, must not make the calls' headers longer and longer. */
const MAX_SECRETS = 5;

/** /:ref/config/auth/hooks/:hook/secrets: what signs the calls of a hook, replaced without a gap. */
export const hookSecretRoutes: RoutePlugin<Options> = async (
  app,
  { identity, configuration, authorOf, permission },
) => {
  const { settings } = identity;
  const options = { config: { permission, isBodyOptional: true }, schema: { params: HookPath } };
  const path = "/:ref/config/auth/hooks/:hook/secrets";
  /** Of the secrets that are stored by then: nobody's new one is lost to somebody else's. */
  const keep = (hook: HookKey, next: (secrets: readonly string[]) => readonly string[], request: FastifyRequest) =>
    configuration.derive(
      `hook_${hook}_secrets`,
      (stored) => next(readSecrets(String(stored))).join("|"),
      authorOf(request),
    );

  /** A new one signs from now on, beside those so far: receivers may know the first of them alone. It is told this once. */
  app.post(path, options, async (request, reply) => {
    const hook = readHook(request.params.hook);
    const secret = `v1,whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
    await keep(hook, (secrets) => [secret, ...secrets].slice(0, MAX_SECRETS), request);
    const count = secretsOf(settings, hook).length;
    return reply.code(201).header("cache-control", "no-store").send({ secret, count });
  });

  /** Only the newest goes on signing. */
  app.delete(`${path}/old`, options, async (request, reply) => {
    const hook = readHook(request.params.hook);
    await keep(hook, (secrets) => secrets.slice(0, 1), request);
    return reply.code(204).send();
  });
};

function readHook(text: string): HookKey {
  if (isHookKey(text)) return text;
  throw new ConfigurationError("hook_unknown");
}
