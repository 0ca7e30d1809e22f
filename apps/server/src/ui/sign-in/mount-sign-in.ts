import { randomBytes } from "node:crypto";
import type { App } from "@vedette/http";
import type { SignInConfiguration } from "../auth-configuration.ts";
import { SessionClock } from "./person-cookies.ts";
import { SignIn } from "./sign-in.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** Signing in through the operator's provider, and the limit of sessions that began so. */
export interface OpenSignIn {
  readonly signIn: SignIn;
  readonly clock: SessionClock;
}

export function openSignIn(configuration: SignInConfiguration): OpenSignIn {
  const { clientSecret, maxSessionMs } = configuration;
  return { signIn: new SignIn(configuration), clock: new SessionClock(clientSecret || randomBytes(32), maxSessionMs) };
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
