import { Readable } from "node:stream";
import { QUERY_PATIENCE } from "@vedette/client/query-patience";
import { type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatFloat } from "../engine/float-text.ts";
import { formatQuery, type QueryRequest, type QueryResult, queryTree, selectorsOf } from "../engine/query.ts";
import { MetricsError } from "../errors.ts";
import { labelEntries } from "../labels/labels.ts";
import type { Metrics } from "../metrics.ts";
import type { SeriesExemplars } from "../store/exemplars.ts";
import { withinSight } from "../store/visible-part.ts";
import { principalOf, READ, sightOf } from "./access.ts";
import { invalid, type Parameters } from "./parameters.ts";
import { parametersOf } from "./request.ts";
import { type AnswerOptions, resultText } from "./result-text.ts";

/** Characters of an answer that are sent at once; longer ones go out piece by piece. */
const PIECE_LENGTH = 64 * 1024;

/** /api/v1/query, query_range, query_exemplars, format_query, parse_query */
export const queryRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  const readable = { config: { permission: READ, answerWithinMs: QUERY_PATIENCE.serverMs } };
  const method = ["GET", "POST"];

  app.route({
    ...readable,
    method,
    url: "/query",
    handler: async (request, reply) => {
      const parameters = parametersOf(request);
      const time = parameters.time("time", Date.now());
      const result = await metrics.open.engine.instant(requestOf(request, reply), time);
      return send(result, answerOptions(parameters), reply);
    },
  });

  app.route({
    ...readable,
    method,
    url: "/query_range",
    handler: async (request, reply) => {
      const parameters = parametersOf(request);
      const { start, end, step } = rangeOf(parameters);
      const result = await metrics.open.engine.range(requestOf(request, reply), start, end, step);
      return send(result, answerOptions(parameters), reply);
    },
  });

  app.route({
    ...readable,
    method,
    url: "/format_query",
    handler: async (request) => ({ status: "success", data: formatQuery(parametersOf(request).text("query")) }),
  });

  app.route({
    ...readable,
    method,
    url: "/parse_query",
    handler: async (request) => ({ status: "success", data: queryTree(parametersOf(request).text("query")) }),
  });

  app.route({
    ...readable,
    method,
    url: "/query_exemplars",
    handler: async (request) => {
      const parameters = parametersOf(request);
      const start = parameters.time("start", Number.NEGATIVE_INFINITY);
      const end = parameters.time("end", Number.POSITIVE_INFINITY);
      if (end < start)
        throw new MetricsError("invalid_parameter", { detail: "end timestamp must not be before start timestamp" });
      const sight = sightOf(request);
      const wanted = selectorsOf(parameters.text("query")).flatMap((matchers) => withinSight(matchers, sight));
      const found = metrics.open.store.exemplars.select(wanted, start, end);
      return { status: "success", data: found.map(exemplarsJson) };
    },
  });
};

function requestOf(request: FastifyRequest, reply: FastifyReply): QueryRequest {
  const parameters = parametersOf(request);
  return {
    query: parameters.text("query"),
    principal: principalOf(request),
    sight: sightOf(request),
    timeoutMs: parameters.duration("timeout"),
    lookbackMs: parameters.duration("lookback_delta"),
    signal: untilAbandoned(reply),
  };
}

function answerOptions(parameters: Parameters): AnswerOptions {
  return { limit: parameters.limit(), hasStats: parameters.text("stats") !== "" };
}

function rangeOf(parameters: Parameters): { start: number; end: number; step: number } {
  const start = parameters.time("start");
  const end = parameters.time("end");
  if (end < start) throw invalid("end", "end timestamp must not be before start time");
  const step = parameters.duration("step");
  if (step === undefined) throw invalid("step", 'cannot parse "" to a valid duration');
  if (step <= 0)
    throw invalid("step", "zero or negative query resolution step widths are not accepted. Try a positive integer");
  return { start, end, step };
}

/** Sends a small answer at once and a large one piece by piece, with turns for others in between. */
async function send(result: QueryResult, options: AnswerOptions, reply: FastifyReply): Promise<FastifyReply> {
  reply.type("application/json; charset=utf-8");
  const pieces = resultText(result, options);
  const first = nextPiece(pieces);
  const second = nextPiece(pieces);
  if (second === "") return reply.send(first);
  return reply.send(Readable.from(remaining([first, second], pieces, result), { objectMode: false }));
}

async function* remaining(
  ready: readonly string[],
  pieces: Generator<string>,
  { work }: QueryResult,
): AsyncGenerator<string> {
  yield* ready;
  for (let piece = nextPiece(pieces); piece !== ""; piece = nextPiece(pieces)) {
    if (work.isDue()) await work.rest();
    yield piece;
  }
}

/** As many texts as make a piece; empty at the end. */
function nextPiece(texts: Generator<string>): string {
  let piece = "";
  while (piece.length < PIECE_LENGTH) {
    const { value, done } = texts.next();
    if (done) break;
    piece += value;
  }
  return piece;
}

function exemplarsJson({ labels, exemplars }: SeriesExemplars) {
  return {
    seriesLabels: Object.fromEntries(labelEntries(labels)),
    exemplars: exemplars.map((one) => ({
      labels: Object.fromEntries(labelEntries(one.labels)),
      value: formatFloat(one.value),
      timestamp: one.timeMs / 1000,
    })),
  };
}
