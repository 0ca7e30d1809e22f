import type { IncomingMessage } from "node:http";
import { finished, Readable } from "node:stream";
import type { App } from "./app.ts";
import type { RouteMethods } from "./route-methods.ts";

/** What of a request is read differently before its route is looked for. */
export interface TargetReader {
  /** What Fastify looks for, for what was asked. */
  read(request: IncomingMessage): string;
  /** Goes on with what {@link read} has begun; the first hook of all. */
  install(app: App, methods: RouteMethods): void;
}

/**
 * Reads where a request goes: below the public path, without a trailing slash where a scope wants it so
 * (`App.ignoreTrailingSlash`), and HEAD by the route of GET (RFC 9110, section 9.3.2). A second route for each of these
 * would say the same, and cost every start the time to make it.
 *
 * @param publicPath - path under which people reach everything; what comes without it is taken as well
 */
export function readTargets(publicPath: string): TargetReader {
  const slashless: string[] = [];
  const heads = new WeakSet<IncomingMessage>();
  let isHeadGet: RouteMethods["isHeadGet"] = () => false;
  return {
    read(request) {
      const target = withoutSlash(withoutPath(request.url ?? "", publicPath), slashless);
      if (request.method === "HEAD" && isHeadGet(target.split("?", 1)[0] ?? "")) {
        heads.add(request);
        request.method = "GET";
      }
      return target;
    },
    install(app, methods) {
      isHeadGet = methods.isHeadGet;
      app.decorate("ignoreTrailingSlash", (prefix: string) => void slashless.push(`${prefix}/`));
      app.addHook("onRequest", ({ raw }, _reply, done) => {
        // Found by the name of GET; in everything else it is what it was.
        if (heads.has(raw)) raw.method = "HEAD";
        done();
      });
      app.addHook("onSend", ({ raw }, _reply, payload: unknown, done) => {
        if (!heads.has(raw) || !(payload instanceof Readable)) {
          done(null, payload);
          return;
        }
        finished(payload, () => {});
        payload.destroy();
        done(null, null);
      });
    },
  };
}

function withoutPath(url: string, path: string): string {
  if (path === "" || !url.startsWith(path)) return url;
  const rest = url.slice(path.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : url;
}

function withoutSlash(url: string, prefixes: readonly string[]): string {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  const isMeant =
    path.endsWith("/") && prefixes.some((prefix) => path.startsWith(prefix) && path.length > prefix.length);
  return isMeant ? path.slice(0, -1) + url.slice(path.length) : url;
}
