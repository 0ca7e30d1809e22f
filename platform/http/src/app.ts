import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";

/** The server, and every scope of it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** A group of routes: one per service, `prefix` decided where it is mounted. */
export type RoutePlugin<Options extends object> = FastifyPluginAsyncTypebox<Options>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may use the route: `open`, or a permission that the scope's access rules know. A route without one stops the start. */
    permission?: string;
    /** The route decodes compressed bodies itself. */
    decodesBody?: boolean;
    /** The one protocol, in lower case, that the route lets a connection change to. */
    upgradesTo?: string;
  }
  interface FastifyRequest {
    /** The stable code of the refusal. */
    failureCode: string | undefined;
    /** Who asked, for the log line: a kind and an id, e.g. `user:6f0c…`. */
    principal: string | undefined;
  }
  interface FastifyInstance {
    /** The methods that some route takes at this path. */
    methodsOf: (path: string) => string[];
    /** Values that one JSON body may hold. */
    readonly maxJsonValues: number;
    /** `/signup/` is `/signup` for every path below this one; see {@link readTargets}. */
    ignoreTrailingSlash: (prefix: string) => void;
    /** True from the moment the server is asked to stop: `/readyz` answers 503. */
    isClosing: () => boolean;
  }
}
