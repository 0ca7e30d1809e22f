import { randomBytes } from "node:crypto";
import type { App } from "@vedette/http";
import type { SignInConfiguration } from "../auth-configuration.ts";
import { SessionClock } from "./person-cookies.ts";
import { SignIn } from "./sign-in.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { ProcessExchanges, type TokenExchanges } from "./token-exchanges.ts";

/** Signing in through the operator's provider, and the limit of sessions that began so. */
export interface OpenSignIn {
  readonly signIn: SignIn;
  readonly clock: SessionClock;
}

/** What several processes of one installation have in common. */
export interface SharedGround {
  readonly exchanges: TokenExchanges;
  /** Signs the beginning of sessions where the client has no secret of its own. */
  readonly secret: string;
}

/** @param shared - default: this process stands alone */
export function openSignIn(configuration: SignInConfiguration, shared?: SharedGround): OpenSignIn {
  const { clientSecret, maxSessionMs } = configuration;
  const secret = clientSecret || shared?.secret || randomBytes(32);
  return {
    signIn: new SignIn(configuration, shared?.exchanges ?? new ProcessExchanges()),
    clock: new SessionClock(secret, maxSessionMs),
  };
}

export interface SignInMount extends OpenSignIn {
  /** Path under which everything is served. */
  readonly publicPath: string;
  /** Origins that people may return to besides this one. */
  readonly allowedOrigins: readonly string[];
}

/** Puts signing in through the provider at /auth. */
export async function mountSignIn(app: App, { publicPath, ...mount }: SignInMount): Promise<void> {
  const base = new URL(`${publicPath}/`, mount.signIn.configuration.callbackUrl);
  await app.register(signInRoutes, { prefix: "/auth", base, ...mount });
}
