import type { FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { type Credential, isAccepted, type Surface } from "./credentials.ts";
import { HttpError } from "./errors.ts";

/** How one service knows its callers and decides what they may do. */
export interface AccessRules<Caller> {
  /** Who asks; `undefined` without credentials. Throws when credentials came and are worth nothing. */
  authenticate(request: FastifyRequest): Promise<Caller | undefined>;
  /** The kind of credential that a caller sent. One that the surface of the route does not accept identifies no one. */
  credentialOf(caller: Caller): Credential;
  /** The surface of the routes that declare a permission. */
  surfaceOf(permission: string): Surface;
  /** The caller in the log: a kind and an id, nothing personal. */
  nameOf(caller: Caller): string;
  /**
   * Throws unless the caller may use a route that declares `permission`. Not asked for `open` routes. Nobody is judged
   * before the body is read, a caller before the request is validated, so that 401 and 403 come before 400.
   */
  authorize(caller: Caller | undefined, permission: string, request: FastifyRequest): Promise<void>;
}

/** Authentication and authorisation of one service. */
export interface Access<Caller> {
  /** Makes every route of the scope ask, by its `config.permission`. */
  install(app: App): void;
  /** @throws HttpError `unauthorized` when nobody is signed in */
  callerOf(request: FastifyRequest): Caller;
  /** The caller of an `open` route, if there is one. */
  knownCallerOf(request: FastifyRequest): Caller | undefined;
  /**
   * Asks again who sent a request whose answer lasts, and whether they still may: sessions end, permissions go.
   *
   * @throws what a new request with the same headers would be refused with
   */
  askAgain(request: FastifyRequest): Promise<Caller>;
}

/** The permission of routes that anybody may use. */
export const OPEN = "open";

export function createAccess<Caller>(rules: AccessRules<Caller>): Access<Caller> {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const askAbout = async (request: FastifyRequest, caller: Caller | undefined): Promise<void> => {
    const permission = request.routeOptions.config.permission;
    if (permission !== undefined && permission !== OPEN) await rules.authorize(caller, permission, request);
  };
  const authenticate = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const caller = await rules.authenticate(request);
    const surface = rules.surfaceOf(request.routeOptions.config.permission ?? OPEN);
    return caller !== undefined && isAccepted(rules.credentialOf(caller), surface) ? caller : undefined;
  };
  return {
    install(app) {
      app.addHook("onRequest", async (request) => {
        const caller = await authenticate(request);
        if (caller === undefined) {
          // Nobody is refused before the body is read: whatever it holds, the answer is 401.
          await askAbout(request, undefined);
          return;
        }
        callers.set(request, caller);
        request.principal = rules.nameOf(caller);
      });
      app.addHook("preValidation", async (request) => {
        const caller = callers.get(request);
        if (caller !== undefined) await askAbout(request, caller);
      });
    },
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new HttpError("unauthorized");
      return caller;
    },
    knownCallerOf: (request) => callers.get(request),
    async askAgain(request) {
      const caller = await authenticate(request);
      if (caller === undefined) throw new HttpError("unauthorized");
      await askAbout(request, caller);
      callers.set(request, caller);
      return caller;
    },
  };
}
