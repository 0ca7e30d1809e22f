import { OPEN, type RoutePlugin, useErrorSurface } from "@vedette/http";
import { parseCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CALLBACK_PATHS } from "../auth-configuration.ts";
import { type Flow, flowCookieName, flowCookieValue, flowsOf, isSameText, surplusFlows } from "./flow-cookie.ts";
import {
  LOGOUT_HINT_COOKIE,
  PersonCookies,
  personOf,
  REFRESH_COOKIE,
  SESSION_START_COOKIE,
  type SessionClock,
} from "./person-cookies.ts";
import { readReturnAddress } from "./return-address.ts";
import type { SignIn } from "./sign-in.ts";
import { SignInError, signInSurface } from "./sign-in-error.ts";
import type { Tokens } from "./token-exchanges.ts";

export interface SignInOptions {
  readonly signIn: SignIn;
  readonly clock: SessionClock;
  /** First page of this server, as browsers reach it. */
  readonly base: URL;
  /** Origins that people may return to besides this one. */
  readonly allowedOrigins: readonly string[];
}

const open = { config: { permission: OPEN } };

/** What lies below /auth, where it is mounted: sso, its callbacks, refresh and logout. */
export const signInRoutes: RoutePlugin<SignInOptions> = async (app, { signIn, clock, base, allowedOrigins }) => {
  const { callbackUrl, responseMode, options } = signIn.configuration;
  const isForm = responseMode === "form_post";
  const cookies = new PersonCookies(callbackUrl.protocol === "https:");
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, form: string) => form,
  );
  useErrorSurface(app, signInSurface);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });

  app.get("/sso", open, async (request, reply) => {
    const query = queryOf(request);
    const returnTo = readReturnAddress(query.get("returnUrl") ?? undefined, base, allowedOrigins);
    if (returnTo === undefined) throw new SignInError(400, "returnUrl leads away from this server");
    const overrides = Object.keys(options).flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const { flow, address } = await signIn.begin(returnTo.href, Object.fromEntries(overrides));
    const surplus = surplusFlows(flowsOf(request.headers.cookie));
    reply.header("set-cookie", [
      ...cookies.cleared(surplus),
      cookies.flow(flowCookieName(flow.state), flowCookieValue(flow), isForm),
    ]);
    return reply.redirect(address.href, 302);
  });

  for (const path of CALLBACK_PATHS.map((whole) => whole.slice(app.prefix.length))) {
    if (isForm)
      app.post(path, open, (request, reply) => complete(new URLSearchParams(String(request.body)), request, reply));
    else app.get(path, open, (request, reply) => complete(queryOf(request), request, reply));
  }

  app.get("/refresh", open, async (request, reply) => {
    const kept = parseCookie(request.headers.cookie ?? "");
    const refreshToken = kept[REFRESH_COOKIE];
    if (refreshToken === undefined || !clock.isRunning(kept[SESSION_START_COOKIE], Date.now())) {
      reply.header("set-cookie", cookies.clearedPerson());
      throw new SignInError(401, "unauthorized");
    }
    const tokens = await signIn.refresh(refreshToken).catch((error: unknown) => {
      if (error instanceof SignInError && error.status !== 503) reply.header("set-cookie", cookies.clearedPerson());
      throw error;
    });
    reply.header("set-cookie", personCookies(tokens));
    return reply.code(200).send();
  });

  app.get("/logout", open, async (request, reply) => {
    // A page that is only fetched beforehand signs nobody out.
    if (/prefetch/.test(String(request.headers["sec-purpose"] ?? request.headers["purpose"] ?? ""))) {
      return reply.code(204).send();
    }
    const idToken = parseCookie(request.headers.cookie ?? "")[LOGOUT_HINT_COOKIE];
    reply.header("set-cookie", cookies.clearedPerson());
    return reply.redirect(((await signIn.endSessionAddress(idToken, base)) ?? base).href, 303);
  });

  async function complete(parameters: URLSearchParams, request: FastifyRequest, reply: FastifyReply) {
    const flows = flowsOf(request.headers.cookie);
    const name = flowCookieName(parameters.get("state") ?? "");
    const flow = flows.get(name);
    reply.header("set-cookie", cookies.cleared(flow === undefined ? flows.keys() : [name]));
    requireSameState(flows, flow, parameters);
    const refusal = parameters.get("error");
    if (refusal !== null) throw new SignInError(400, `The provider refused: ${refusal.slice(0, 64)}`);
    const tokens = await signIn.complete(flow, parameters);
    const begun = clock.maxMs > 0 ? [cookies.sessionStart(clock.start(Date.now()), clock.maxMs)] : [];
    reply.header("set-cookie", [...personCookies(tokens), ...begun]);
    return reply.redirect(flow.returnTo, 303);
  }

  function personCookies(tokens: Tokens): string[] {
    const { refreshToken, refreshExpiresIn, claims, idToken } = tokens;
    return [
      ...cookies.person(personOf(claims, tokens)),
      ...(refreshToken === undefined ? [] : [cookies.refresh(refreshToken, refreshExpiresIn)]),
      ...cookies.logoutHint(idToken),
    ];
  }
};

/** @throws SignInError 400, in the order in which a stranger learns least */
function requireSameState(
  flows: ReadonlyMap<string, Flow>,
  flow: Flow | undefined,
  parameters: URLSearchParams,
): asserts flow is Flow {
  if (flows.size === 0) throw new SignInError(400, "State cookie is not set in request");
  if (flow === undefined || !isSameText(flow.state, parameters.get("state") ?? "")) {
    throw new SignInError(400, "State cookie did not match");
  }
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split("?")[1] ?? "");
}
