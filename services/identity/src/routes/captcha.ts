import type { App } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { checkCaptcha } from "../captcha/check-captcha.ts";
import { IdentityError } from "../errors.ts";
import { administratorOfClaims } from "../identify.ts";
import type { Identity } from "../identity.ts";
import { looksLikeApiKey } from "../keys/api-key.ts";
import { bearerOf, readAccessToken } from "../tokens/access-token.ts";
import { asksForCaptcha } from "./captcha-frame.ts";
import { originOf } from "./request-reading.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether people must prove that they are people; for `/token` it depends on the grant. */
    captcha?: "always" | "by_grant";
  }
}

/** Grants that somebody could try without end. */
const GUARDED_GRANTS: ReadonlySet<unknown> = new Set(["password", "web3"]);

/** Asks for a captcha on the routes that say so, before anything is looked up. Administrators need none. */
export function requireCaptchas(app: App, identity: Identity): void {
  app.addHook("preHandler", async (request) => {
    if (!identity.settings["auth.captcha.enabled"] || !isGuarded(request)) return;
    if (await isAdministrator(identity, request)) return;
    await checkCaptcha(identity, { token: tokenOf(request.body), origin: originOf(request) });
  });
}

/** Whoever holds the secret key, or a token of an administrator's role. What is neither is a stranger's. */
async function isAdministrator(identity: Identity, { headers: { authorization, apikey } }: FastifyRequest) {
  const bearer = bearerOf(authorization);
  const keys = [bearer, typeof apikey === "string" ? apikey : undefined];
  if (keys.some(identity.apiKeys.isSecretKey)) return true;
  if (bearer === undefined || looksLikeApiKey(bearer)) return false;
  try {
    return (await administratorOfClaims(identity, await readAccessToken(identity.signingKeys, bearer))) !== undefined;
  } catch (error) {
    if (error instanceof IdentityError) return false;
    throw error;
  }
}

/**
 * The same for the sign-in of the pages by password.
 *
 * @throws IdentityError `captcha_failed`; `unexpected_failure` when the provider does not answer
 */
export async function requirePerson(identity: Identity, request: FastifyRequest): Promise<void> {
  if (!asksForCaptcha(identity)) return;
  await checkCaptcha(identity, { token: tokenOf(request.body), origin: originOf(request) });
}

function isGuarded({ routeOptions, query }: FastifyRequest): boolean {
  const { captcha } = routeOptions.config;
  return (
    captcha === "always" || (captcha === "by_grant" && GUARDED_GRANTS.has(Reflect.get(Object(query), "grant_type")))
  );
}

function tokenOf(body: unknown): string | undefined {
  const security: unknown = Reflect.get(Object(body), "gotrue_meta_security");
  const token: unknown = Reflect.get(Object(security), "captcha_token");
  return typeof token === "string" && token.length <= 8192 ? token : undefined;
}
