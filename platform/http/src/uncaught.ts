import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { refuse } from "./error-surface.ts";
import { HttpError } from "./errors.ts";

interface Exchange {
  readonly app: App;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const exchanges = new AsyncLocalStorage<Exchange>();

/**
 * Errors of one connection or stream: they say that the other side failed, and leave the state of this process as it
 * is. Everything else may be a programming error, after which nothing is known to be sound.
 */
const CONNECTION_ERROR =
  /^(?:ABORT_ERR|E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|NOTFOUND|AI_AGAIN)|ERR_(?:STREAM_PREMATURE_CLOSE|STREAM_DESTROYED|STREAM_WRITE_AFTER_END|SOCKET_[A-Z_]+|SSL_\w+|TLS_\w+)|HPE_\w+|UND_ERR_(?!INVALID|NOT_SUPPORTED)\w+|Z_(?:BUF|DATA)_ERROR)$/;

/** Remembers, for everything that a request starts, which request it was. */
export function rememberRequests(app: App): void {
  // Twice: a body that is read in between arrives in the context of its connection.
  for (const hook of ["onRequest", "preValidation"] as const) {
    app.addHook(hook, (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
      exchanges.run({ app, request, reply }, done),
    );
  }
  app.addHook("onRequest", ({ raw }, reply, done) => {
    // A broken connection ends the response; whoever writes to it learns of it by `close`.
    raw.on("error", () => undefined);
    reply.raw.on("error", () => undefined);
    done();
  });
}

/**
 * Ends the request that caused an uncaught error, where the error is known to concern nothing else: a failure of a
 * connection or stream that the request opened. Called in the context of the error, that is by a listener of
 * `uncaughtException` or `unhandledRejection`.
 *
 * @returns whether the process can go on; `false` for a programming error and for one that no request caused
 */
export function endRequestOf(error: unknown): boolean {
  const exchange = exchanges.getStore();
  if (exchange === undefined || !isConnectionError(error)) return false;
  const { app, request, reply } = exchange;
  request.log.error({ err: error }, "an uncaught connection error ended this request");
  if (reply.raw.headersSent || reply.sent) reply.raw.destroy();
  else refuse(app, new HttpError("bad_gateway", { cause: error }), request, reply);
  return true;
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof HttpError || error.name === "AbortError" || error.name === "TimeoutError") return true;
  return CONNECTION_ERROR.test(String(Reflect.get(error, "code")));
}
