import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { ASYMMETRIC, issuerOf, type SignInConfiguration } from "../auth-configuration.ts";
import { SignInError } from "./sign-in-error.ts";

/** Seconds that one call to the provider may take. */
const TIMEOUT_SECONDS = 10;
const HOUR_MS = 3600 * 1000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
/** An unknown key asks the provider again at most this often. */
const KEYS_COOLDOWN_MS = 30_000;
const CLOCK_TOLERANCE_SECONDS = 60;

const Discovery = Type.Object({
  issuer: Type.String({ minLength: 1 }),
  authorization_endpoint: Type.String({ minLength: 1 }),
  token_endpoint: Type.String({ minLength: 1 }),
  jwks_uri: Type.String({ minLength: 1 }),
  end_session_endpoint: Type.Optional(Type.String()),
  userinfo_endpoint: Type.Optional(Type.String()),
  id_token_signing_alg_values_supported: Type.Optional(Type.Array(Type.String())),
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
});

/** What the provider said of itself, and the keys that it names. */
export interface KnownProvider {
  readonly client: oidc.Configuration;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
}

/** The OpenID provider. It may be down when the server starts: whoever signs in asks again. */
export class Provider {
  readonly configuration: SignInConfiguration;
  #known: { readonly provider: KnownProvider; readonly untilMs: number } | undefined;
  #asking: Promise<KnownProvider> | undefined;
  #retry = { notBeforeMs: 0, delayMs: FIRST_RETRY_MS };

  constructor(configuration: SignInConfiguration) {
    this.configuration = configuration;
  }

  /**
   * What the provider says of itself; asked again every hour, and after a failure no sooner than in a growing while.
   *
   * @throws SignInError 503
   */
  async known(): Promise<KnownProvider> {
    const now = performance.now();
    if (this.#known !== undefined && now < this.#known.untilMs) return this.#known.provider;
    if (this.#asking === undefined && now < this.#retry.notBeforeMs) return this.#lastKnown();
    this.#asking ??= this.#discover().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /**
   * The claims of an ID token of this provider for this client.
   *
   * @throws SignInError 401, 503
   */
  async verify(token: string): Promise<JWTPayload> {
    const { client, keys, algorithms } = await this.known();
    const { clientId } = this.configuration;
    const options = {
      issuer: client.serverMetadata().issuer,
      audience: clientId,
      algorithms: [...algorithms],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["sub", "exp", "iat"],
    };
    const { payload } = await jwtVerify(token, keys, options).catch((cause: unknown) => {
      throw new SignInError(401, "unauthorized", { cause });
    });
    // jose reads a numeric subject as a double: two large ones would be one user.
    if (typeof payload.sub !== "string") throw new SignInError(401, "unauthorized");
    const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1 && payload["azp"] !== clientId;
    if (isForOthers) throw new SignInError(401, "unauthorized");
    return payload;
  }

  /** A document that is an hour old is better than none. */
  #lastKnown(): KnownProvider {
    if (this.#known !== undefined) return this.#known.provider;
    throw new SignInError(503, "The sign-in provider cannot be reached. Try again in a moment.");
  }

  async #discover(): Promise<KnownProvider> {
    try {
      const provider = await discover(this.configuration);
      this.#known = { provider, untilMs: performance.now() + HOUR_MS };
      this.#retry = { notBeforeMs: 0, delayMs: FIRST_RETRY_MS };
      return provider;
    } catch (cause) {
      const { delayMs } = this.#retry;
      this.#retry = {
        notBeforeMs: performance.now() + delayMs,
        delayMs: Math.min(delayMs * 2, LAST_RETRY_MS),
      };
      if (this.#known !== undefined) return this.#known.provider;
      throw new SignInError(503, "The sign-in provider cannot be reached. Try again in a moment.", { cause });
    }
  }
}

async function discover(configuration: SignInConfiguration): Promise<KnownProvider> {
  const { discoveryUrl, clientId, clientSecret, issuer, signingAlgorithms } = configuration;
  const answer = await fetch(discoveryUrl, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    redirect: "error",
  });
  const metadata: unknown = await answer.json();
  if (!answer.ok || !Check(Discovery, metadata)) throw new TypeError(`${discoveryUrl} is no OpenID discovery document`);
  if (issuerOf(metadata.issuer) !== issuer) {
    throw new TypeError(
      `${discoveryUrl} names the issuer ${metadata.issuer}, not ${issuer}; set VEDETTE_AUTH_ISSUER_URL if that is right`,
    );
  }
  const listed = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const algorithms = (signingAlgorithms.length > 0 ? signingAlgorithms : listed).filter((name) =>
    ASYMMETRIC.test(name),
  );
  const server = { ...metadata, id_token_signing_alg_values_supported: algorithms };
  const client = new oidc.Configuration(server, clientId, {}, authenticationOf(clientSecret, metadata));
  client.timeout = TIMEOUT_SECONDS;
  if (discoveryUrl.protocol === "http:") oidc.allowInsecureRequests(client);
  oidc.enableNonRepudiationChecks(client);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1000,
  });
  return { client, keys, algorithms };
}

function authenticationOf(
  clientSecret: string,
  { token_endpoint_auth_methods_supported: methods }: { token_endpoint_auth_methods_supported?: string[] },
): oidc.ClientAuth {
  if (clientSecret === "") return oidc.None();
  const isBasic = methods === undefined || methods.includes("client_secret_basic");
  return isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
}
