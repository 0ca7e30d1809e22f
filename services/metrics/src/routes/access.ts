import type { IncomingHttpHeaders } from "node:http";
import { type Access, createAccess } from "@vedette/http";
import { credentialOf, type Identification } from "@vedette/identity";
import type { FastifyRequest } from "fastify";
import { MetricsError } from "../errors.ts";
import { parseSeriesSelector } from "../promql/parse.ts";
import { ParseError } from "../promql/parse-error.ts";
import type { Sight } from "../store/visible-part.ts";
import { parametersOf } from "./request.ts";

/** What somebody wants to read. */
interface ReaderQuestion {
  /** Below `/api/v1/`, with `:name` for a label: `query_range`, `label/:name/values`. */
  readonly endpoint: string;
  /** The label of an endpoint that names one. */
  readonly label: string | undefined;
  /** Of the address and the form alike. */
  readonly parameters: readonly (readonly [string, string])[];
}

/** Somebody who reads; walls have keys of their own. */
export interface Reader {
  readonly who: Identification | { readonly kind: "wall"; readonly wallId: string };
  /** The caller that work counts for in queues. */
  readonly principal: string;
  /** What they may see of this store where they ask this: all, or what any of these selectors finds. */
  seriesFor(question: ReaderQuestion): Promise<"all" | readonly string[]>;
  /** Whether they may send samples, or delete some. */
  mayChange(action: typeof WRITE | typeof ADMINISTER): Promise<boolean>;
}

/** Finds out who asks, from which network address; `undefined` without credentials that are worth something. */
export type IdentifyReader = (headers: IncomingHttpHeaders, address: string) => Promise<Reader | undefined>;

/** Reading metrics. */
export const READ = "metrics:read";
/** Sending samples. */
export const WRITE = "metrics:write";
/** Deleting samples, or all of them. */
export const ADMINISTER = "metrics:admin";

/** What is told to those who see a part of the series only: what a selector narrows, and nothing of the rest. */
const TOLD_IN_PART: ReadonlySet<string> = new Set([
  "query",
  "query_range",
  "query_exemplars",
  "format_query",
  "parse_query",
  "labels",
  "label/:name/values",
  "series",
  "metadata",
  "rules",
  "alerts",
  "alertmanagers",
  "status/buildinfo",
]);

const sights = new WeakMap<FastifyRequest, Sight>();
const principals = new WeakMap<FastifyRequest, string>();

/** What whoever sent a request may see, once it was let in. */
export function sightOf(request: FastifyRequest): Sight {
  return sights.get(request) ?? [];
}

/** The caller that the work of a request counts for. */
export function principalOf(request: FastifyRequest): string {
  return principals.get(request) ?? "anonymous";
}

/** Why a selector cannot say what somebody may see; `undefined` when it can. */
export function selectorFault(selector: string): string | undefined {
  try {
    return parseSeriesSelector(selector).length === 0 ? "it has no matcher" : undefined;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return error.message;
  }
}

/** Those read who may query the store, as its data source. Keys, and those whose roles say so, write and delete. */
export function readerAccess(identify: IdentifyReader): Access<Reader> {
  return createAccess<Reader>({
    authenticate: ({ headers, ip }) => identify(headers, ip),
    credentialOf: ({ who }) => (who.kind === "wall" ? "wall-key" : credentialOf(who)),
    surfaceOf: () => "metrics",
    nameOf({ who }) {
      if (who.kind === "wall") return `wall:${who.wallId}`;
      if (who.kind === "user") return `user:${who.userId}`;
      return who.kind === "third-party" ? `user:${who.id}` : who.kind;
    },
    async authorize(reader, permission, request) {
      if (reader === undefined) throw new MetricsError("unauthorized");
      const { who } = reader;
      principals.set(request, reader.principal);
      const isByCookie = who.kind === "user" && who.via === "cookie";
      if (request.method !== "GET" && isByCookie && isForeign(request.headers)) throw new MetricsError("forbidden");
      if (permission === WRITE || permission === ADMINISTER) await requireChange(reader, permission);
      else sights.set(request, await requireSight(reader, questionOf(request)));
    },
  });
}

/** @throws MetricsError `write_forbidden` */
async function requireChange(reader: Reader, action: typeof WRITE | typeof ADMINISTER): Promise<void> {
  const isOperator = reader.who.kind === "secret-key" || reader.who.kind === "admin-jwt";
  if (!isOperator && !(await reader.mayChange(action))) throw new MetricsError("write_forbidden");
}

/** @throws MetricsError `forbidden` */
async function requireSight(reader: Reader, question: ReaderQuestion): Promise<Sight> {
  const visible = await reader.seriesFor(question);
  if (visible === "all") return visible;
  if (visible.length === 0) throw new MetricsError("forbidden");
  if (TOLD_IN_PART.has(question.endpoint)) return visible.map(parseSeriesSelector);
  throw new MetricsError("forbidden", { detail: "You may see some of the series; this tells of all." });
}

function questionOf(request: FastifyRequest): ReaderQuestion {
  const { routeOptions, params } = request;
  const name: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "name") : undefined;
  return {
    endpoint: routeOptions.url?.split("/api/v1/")[1] ?? "",
    label: typeof name === "string" ? name : undefined,
    parameters: parametersOf(request).entries(),
  };
}

/** The browser says that the page which asks is of another site. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
