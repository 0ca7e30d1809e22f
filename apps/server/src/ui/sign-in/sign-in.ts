import { randomBytes } from "node:crypto";
import type { JWTPayload } from "jose";
import * as oidc from "openid-client";
import type { SignInConfiguration } from "../auth-configuration.ts";
import { Admission, type ShownTokens } from "./admission.ts";
import type { Flow } from "./flow-cookie.ts";
import { Provider } from "./provider.ts";
import { SignInError } from "./sign-in-error.ts";
import type { TokenExchanges, Tokens } from "./token-exchanges.ts";

/** Signing in through the provider, without a request or a cookie in sight. */
export class SignIn {
  readonly configuration: SignInConfiguration;
  readonly provider: Provider;
  readonly admission: Admission;
  readonly #exchanges: TokenExchanges;

  constructor(configuration: SignInConfiguration, exchanges: TokenExchanges) {
    this.configuration = configuration;
    this.#exchanges = exchanges;
    this.provider = new Provider(configuration);
    this.admission = new Admission(this.provider);
  }

  /**
   * Begins: what the browser keeps, and where it goes.
   *
   * @param overrides - values for parameters that the configuration names, e.g. an invitation
   * @throws SignInError 503
   */
  async begin(
    returnTo: string,
    overrides: Readonly<Record<string, string>>,
  ): Promise<{ readonly flow: Flow; readonly address: URL }> {
    const { client } = await this.provider.known();
    const { callbackUrl, scopes, responseMode, options } = this.configuration;
    const nonce = { nonce: randomBytes(32).toString("base64url"), return_url: returnTo };
    const flow: Flow = {
      state: randomBytes(32).toString("base64url"),
      nonce: Buffer.from(JSON.stringify(nonce)).toString("base64url"),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo,
      startedMs: Date.now(),
    };
    const chosen = Object.entries(options).map(([name, value]) => [name, overrides[name] ?? value] as const);
    const address = oidc.buildAuthorizationUrl(client, {
      ...Object.fromEntries(chosen),
      redirect_uri: callbackUrl.href,
      scope: scopes.join(" "),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
      ...(responseMode === "form_post" && { response_mode: "form_post" }),
    });
    return { flow, address };
  }

  /**
   * Ends: exchanges the code and judges the person.
   *
   * @param parameters - of the callback, from its address or its form
   * @throws SignInError 400, 403, 500, 503
   */
  async complete(flow: Flow, parameters: URLSearchParams): Promise<Tokens> {
    const { client } = await this.provider.known();
    const address = new URL(this.configuration.callbackUrl);
    address.search = parameters.toString();
    const answer = await oidc
      .authorizationCodeGrant(client, address, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      })
      .catch((cause: unknown) => {
        if (isAboutNonce(cause)) throw new SignInError(400, "Nonce did not match", { cause });
        throw new SignInError(500, "Unable to exchange token", { cause });
      });
    return this.#tokensOf(answer, (shown) => this.admission.admit(shown));
  }

  /**
   * New tokens for a refresh token. Requests with the same one share what the first of them gets.
   *
   * @throws SignInError 401, 403, 503
   */
  refresh(refreshToken: string): Promise<Tokens> {
    return this.#exchanges.once(refreshToken, () => this.#exchange(refreshToken));
  }

  /** Where the provider ends its own session; `undefined` when it has no such address. */
  async endSessionAddress(idToken: string | undefined, returnTo: URL): Promise<URL | undefined> {
    const known = await this.provider.known().catch(() => undefined);
    if (known?.client.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(known.client, {
      post_logout_redirect_uri: returnTo.href,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    });
  }

  async #exchange(refreshToken: string): Promise<Tokens> {
    const { client } = await this.provider.known();
    const answer = await oidc.refreshTokenGrant(client, refreshToken).catch((cause: unknown) => {
      // An outage signs nobody out; a provider that refuses does.
      if (cause instanceof oidc.ResponseBodyError) throw new SignInError(401, "unauthorized", { cause });
      throw new SignInError(503, "The sign-in provider cannot be reached. Try again in a moment.", { cause });
    });
    const tokens = await this.#tokensOf(answer, async (shown) =>
      this.admission.admit(shown).catch((error: unknown) => {
        // The refresh token is used up: a new one must not be lost. Every request is asked about groups anyway.
        if (error instanceof SignInError && error.status === 503) return this.provider.verify(shown.idToken);
        throw error;
      }),
    );
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  }

  async #tokensOf(
    answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    admit: (shown: ShownTokens) => Promise<JWTPayload>,
  ): Promise<Tokens> {
    const idToken = answer.id_token;
    if (idToken === undefined) throw new SignInError(500, "The provider sent no ID token");
    const claims = await admit({ idToken, accessToken: answer.access_token }).catch((cause: unknown) => {
      if (cause instanceof SignInError && cause.status !== 401) throw cause;
      throw new SignInError(500, "The provider's ID token is not valid", { cause });
    });
    const { refresh_expires_in: expiresIn } = answer;
    return {
      accessToken: answer.access_token,
      idToken,
      refreshToken: answer.refresh_token,
      refreshExpiresIn: typeof expiresIn === "number" && expiresIn > 0 ? expiresIn : undefined,
      claims,
    };
  }
}

/** openid-client names the claim of the token that was not as expected, in one of the causes of its error. */
function isAboutNonce(error: unknown): boolean {
  for (let cause = error; typeof cause === "object" && cause !== null; cause = Reflect.get(cause, "cause")) {
    if (Reflect.get(cause, "claim") === "nonce") return true;
  }
  return false;
}
