import {
  type Access,
  HttpError,
  OPEN,
  plainAddress,
  type RoutePlugin,
  untilAbandoned,
  useErrorSurface,
} from "@vedette/http";
import {
  type BrowserProof,
  type BrowserSessionEnd,
  browserCookies,
  clearedBrowserCookies,
  closeBrowserSession,
  findBrowserSessionEnd,
  findUser,
  type Identity,
  identify,
  issueAdministratorToken,
  issuePageToken,
  limitRequest,
  openBrowserSession,
  originOf,
  readBrowserCookie,
  readFlowBrowser,
  readRememberCookie,
  renewBrowserSession,
  requirePerson,
  stayBrowserSession,
} from "@vedette/identity";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import { type Caller, principalOf, requireInteractiveSession } from "../access/caller.ts";
import { refuseForeignPage } from "../access/cross-site.ts";
import { callerFrom } from "../access/identified-caller.ts";
import { identifyCaller } from "../access/identify-caller.ts";
import { authorityWith } from "../access/permissions.ts";
import { lacking, ResourceError } from "../errors.ts";
import { readOwnData } from "../people/own-data.ts";
import { nameOf } from "../people/people.ts";
import { readPreferences } from "../preferences/preferences.ts";
import type { Resources } from "../resources.ts";
import { identifyReader } from "../walls/identify-reader.ts";
import { signInSurface } from "./legacy-surface.ts";

const SignIn = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 320 })),
  /** What older clients call the address. */
  user: Type.Optional(Type.String({ maxLength: 320 })),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  gotrue_meta_security: Type.Optional(Type.Object({ captcha_token: Type.Optional(Type.String({ maxLength: 8192 })) })),
});

type Options = { resources: Resources; access: Access<Caller> };

/** Of somebody whom no cookie of ours signs in. */
const NO_END: BrowserSessionEnd = { seconds: null, isPutOff: false };

/** /api/login: a browser signs in, by password or with an access token, and asks whether it still is. */
export const loginRoutes: RoutePlugin<Options> = async (app, { resources, access }) => {
  const { identity, publicUrl } = resources;
  useErrorSurface(app, signInSurface);

  app.addHook("preValidation", (request, reply) => limitRequest(identity, request, reply));
  const config = { permission: OPEN, limiter: "token" } as const;

  app.post("/", { config, schema: { body: SignIn } }, async (request, reply) => {
    refuseForeignPage(request, publicUrl);
    const { headers, body } = request;
    const proof = proofOf(headers.authorization, body);
    if (proof.kind === "password") await requirePerson(identity, request);
    const browserHash = readFlowBrowser(publicUrl, headers.cookie);
    const session = await openBrowserSession(identity, {
      proof,
      replaces: readBrowserCookie(publicUrl, headers.cookie),
      origin: { ...originOf(request), ...(browserHash && { browserHash }) },
    });
    return reply.header("set-cookie", browserCookies(publicUrl, session)).send({ message: "Logged in" });
  });

  app.post("/token", { config: { permission: SIGNED_IN, isOpenWithoutFactor: true } }, async (request) => {
    const session = await browserSessionOf(identity, request);
    return issuePageToken(identity, { ...session, origin: originOf(request) });
  });

  app.post("/administrator-token", { config: { permission: SIGNED_IN } }, async (request) => {
    const caller = access.callerOf(request);
    if (authorityWith(caller.permissions) === undefined) throw lacking("identity:write");
    requireInteractiveSession(caller);
    const session = await browserSessionOf(identity, request);
    const project = identity.settings["auth.management.project_ref"];
    return {
      ...(await issueAdministratorToken(identity, session)),
      configuration: `/v1/projects/${project}/config/auth`,
    };
  });

  /** Asking is no use of the session: a page that waits for its end would put it off. */
  app.get("/session", { config: { permission: OPEN } }, async (request) => {
    const token = readBrowserCookie(publicUrl, request.headers.cookie);
    return token === undefined ? NO_END : await findBrowserSessionEnd(identity, token);
  });

  app.post("/session", { config: { permission: OPEN } }, async (request) => {
    refuseForeignPage(request, publicUrl);
    const token = readBrowserCookie(publicUrl, request.headers.cookie);
    return token === undefined ? NO_END : await stayBrowserSession(identity, token);
  });

  /** Who that is, for pages that ask whether somebody is: `null` is an answer, where a refusal is a fault in the browser's log. */
  app.get("/person", { config: { permission: OPEN } }, async ({ headers, ip }) => {
    const who = await identifyCaller(resources, headers, plainAddress(ip));
    return { uid: who === undefined ? null : (await callerFrom(resources, who)).uid };
  });

  app.get("/ping", { config: { permission: OPEN } }, async (request, reply) => {
    const { cookie } = request.headers;
    const [token, rememberToken] = [readBrowserCookie(publicUrl, cookie), readRememberCookie(publicUrl, cookie)];
    const renewed = await renewBrowserSession(identity, { token, rememberToken });
    if (renewed !== undefined) reply.header("set-cookie", browserCookies(publicUrl, renewed));
    else if ((await identifyReader(resources, request.headers, plainAddress(request.ip))) === undefined)
      throw new HttpError("unauthorized");
    return { message: "Logged in" };
  });
};

/** /api/logout and /api/user. */
export const sessionRoutes: RoutePlugin<Options> = async (app, { resources, access }) => {
  const { identity, publicUrl } = resources;

  app.post("/logout", { config: { permission: OPEN } }, async (request, reply) => {
    refuseForeignPage(request, publicUrl);
    const token = readBrowserCookie(publicUrl, request.headers.cookie);
    if (token !== undefined) await closeBrowserSession(identity, { token, origin: originOf(request) });
    return reply.header("set-cookie", clearedBrowserCookies(publicUrl)).send({ message: "Logged out" });
  });

  app.get("/user", { config: { permission: SIGNED_IN, isOpenWithoutFactor: true } }, async (request) => {
    const { kind, uid, login, role, isServerAdmin, permissions, missingFactor, isNarrowed } = access.callerOf(request);
    const actions = [...new Set(permissions.map(({ action }) => action))];
    const user = kind === "user" ? await findUser(identity.db, uid) : undefined;
    const name = user === undefined ? login : nameOf(user);
    const email = kind === "user" ? login : "";
    const preferences = kind === "user" && isNarrowed !== true ? await readPreferences(resources.db, uid) : undefined;
    const theme = preferences?.theme ?? "";
    return { uid, email, name, login, role, isServerAdmin, orgId: 1, theme, actions, preferences, missingFactor };
  });

  app.get("/user/export", { config: { permission: SIGNED_IN, isOwnAccount: true } }, async (request, reply) => {
    const caller = access.callerOf(request);
    if (caller.kind !== "user") throw new ResourceError("not_allowed");
    reply.header("content-disposition", 'attachment; filename="vedette-account.json"');
    reply.header("cache-control", "no-store");
    reply.type("application/json; charset=utf-8");
    return await resources.queues.searches.run(
      principalOf(caller),
      () => readOwnData(resources, caller),
      untilAbandoned(reply),
    );
  });
};

/** Tokens for pages are had with the cookie of the pages only: whoever holds a key or a token needs no other. */
async function browserSessionOf(
  identity: Identity,
  { headers }: FastifyRequest,
): Promise<{ userId: string; sessionId: string }> {
  const caller = await identify(identity, headers);
  if (caller?.kind !== "user" || caller.via !== "cookie") throw new ResourceError("not_allowed");
  return caller;
}

function proofOf(authorization: string | undefined, body: Static<typeof SignIn>): BrowserProof {
  const accessToken = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (accessToken !== undefined) return { kind: "bearer", accessToken };
  const email = body.email ?? body.user ?? "";
  const { password = "" } = body;
  if (email === "" || password === "") throw new ResourceError("sign_in_refused");
  return { kind: "password", email, password };
}
