import type { FastifyRequest } from "fastify";
import { HttpError } from "./errors.ts";
import type { App } from "./server.ts";

/** How one service knows its callers and decides what they may do. */
export interface AccessRules<Caller> {
  /** Who asks; `undefined` without credentials. Throws when credentials came and are worth nothing. */
  authenticate(request: FastifyRequest): Promise<Caller | undefined>;
  /**
   * Throws unless the caller may use a route that declares `permission`. Not asked for `open` routes.
   * Runs before the request is validated, so that 401 and 403 come before 400.
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
}

/** The permission of routes that anybody may use. */
export const OPEN = "open";

export function createAccess<Caller>(rules: AccessRules<Caller>): Access<Caller> {
  const callers = new WeakMap<FastifyRequest, Caller>();
  return {
    install(app) {
      app.addHook("onRequest", async (request) => {
        const caller = await rules.authenticate(request);
        if (caller !== undefined) callers.set(request, caller);
      });
      app.addHook("preValidation", async (request) => {
        const permission = request.routeOptions.config.permission;
        if (permission === undefined || permission === OPEN) return;
        await rules.authorize(callers.get(request), permission, request);
      });
    },
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new HttpError("unauthorized");
      return caller;
    },
    knownCallerOf: (request) => callers.get(request),
  };
}
