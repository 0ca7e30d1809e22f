import { createHash, hash } from "node:crypto";
import { jsonBytes, openCache } from "@vedette/http";
import { decodeProtectedHeader, type JWTPayload } from "jose";
import * as oidc from "openid-client";
import type { Provider } from "./provider.ts";
import { SignInError } from "./sign-in-error.ts";

/** What somebody shows of the provider. */
export interface ShownTokens {
  readonly idToken: string;
  /** Asks the provider for what the ID token leaves out; absent where the ID token came alone. */
  readonly accessToken: string | undefined;
}

interface Told {
  readonly claims: Promise<JWTPayload>;
  readonly untilMs: number;
  /** 0 while the provider has not responded. */
  readonly bytes: number;
}

/** So long a failure answers for the next ones. */
const FAILURE_MS = 5000;

/** Decides who may come in: the same rule for signing in and for every request with the provider's tokens. */
export class Admission {
  readonly provider: Provider;
  readonly #told = openCache<string, Told>("userinfo_claims", { sizeOf: ({ bytes }) => bytes });

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /**
   * The claims of a person who may come in, their groups as a list; without it where the provider could not be asked.
   *
   * @throws SignInError 401 for a token that is worth nothing, 403 for somebody in none of the groups, 503
   */
  async admit(shown: ShownTokens): Promise<JWTPayload> {
    const claims = await this.provider.verify(shown.idToken);
    if (!belongsTogether(shown, claims)) throw new SignInError(401, "unauthorized");
    const { allowedGroups, groupsClaim } = this.provider.configuration;
    const complete = await this.#completed(claims, shown);
    const mayEnter =
      allowedGroups.length === 0 || allowedGroups.some((group) => groupsIn(complete[groupsClaim]).includes(group));
    if (!mayEnter) throw new SignInError(403, "Your account is in none of the groups that may sign in here");
    return complete;
  }

  async #completed(claims: JWTPayload, shown: ShownTokens): Promise<JWTPayload> {
    const { allowedGroups, groupsClaim } = this.provider.configuration;
    const isWhole = ["name", "email", groupsClaim].every((name) => claims[name] !== undefined);
    const isAlone = shown.accessToken === undefined || shown.accessToken === shown.idToken;
    if (isAlone && !isWhole) return claims;
    try {
      const whole = isWhole ? claims : { ...(await this.#toldOf(claims, shown)), ...claims };
      return { ...whole, [groupsClaim]: groupsIn(whole[groupsClaim]) };
    } catch (error) {
      // Without a rule about groups a name that is missing keeps nobody out.
      if (allowedGroups.length === 0) return claims;
      throw error;
    }
  }

  /** What the provider says beside the ID token: asked once for each, and kept as long as the token is valid. */
  #toldOf(claims: JWTPayload, { idToken, accessToken = "" }: ShownTokens): Promise<JWTPayload> {
    const key = hash("sha256", idToken, "base64url");
    const known = this.#told.get(key);
    if (known !== undefined && Date.now() < known.untilMs) return known.claims;
    const asked = this.#ask(claims.sub ?? "", accessToken);
    const untilMs = (claims.exp ?? 0) * 1000;
    this.#told.set(key, { claims: asked, untilMs, bytes: 0 });
    asked.then(
      (whole) => this.#told.set(key, { claims: asked, untilMs, bytes: jsonBytes(whole) }),
      () => this.#told.set(key, { claims: asked, untilMs: Date.now() + FAILURE_MS, bytes: 0 }),
    );
    return asked;
  }

  async #ask(subject: string, accessToken: string): Promise<JWTPayload> {
    const { client } = await this.provider.known();
    if (client.serverMetadata().userinfo_endpoint === undefined) return {};
    try {
      return await oidc.fetchUserInfo(client, accessToken, subject);
    } catch (cause) {
      if (cause instanceof oidc.WWWAuthenticateChallengeError) throw new SignInError(401, "unauthorized", { cause });
      throw new SignInError(503, "The sign-in provider cannot be reached. Try again in a moment.", { cause });
    }
  }
}

/** A list of names, or one name. */
function groupsIn(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === "string");
}

function belongsTogether({ idToken, accessToken }: ShownTokens, claims: JWTPayload): boolean {
  return accessToken === undefined || belongsTo(accessToken, idToken, claims);
}

/** Whether the ID token was issued together with the access token, where it says so. @see OpenID Connect Core 3.1.3.6 */
export function belongsTo(
  accessToken: string,
  idToken: string,
  { at_hash: expected }: JWTPayload & { at_hash?: unknown },
): boolean {
  if (typeof expected !== "string" || accessToken === idToken) return true;
  const { alg = "" } = decodeProtectedHeader(idToken);
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url") === expected;
}
