import { labelNameFromPath } from "@vedette/client/label-name";
import { type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { MetricsError } from "../errors.ts";
import { compareLabels, type Labels, labelEntries, labelValue } from "../labels/labels.ts";
import type { Metrics } from "../metrics.ts";
import { createPauses } from "../store/pauses.ts";
import { withinSight } from "../store/visible-part.ts";
import { principalOf, READ, sightOf } from "./access.ts";
import type { Parameters } from "./parameters.ts";
import { parametersOf } from "./request.ts";
import { labelsText } from "./result-text.ts";

const ANSWER_TIMEOUT_MS = 60_000;

/** /api/v1/labels, label/:name/values, series */
export const seriesRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  const readable = { config: { permission: READ, answerWithinMs: ANSWER_TIMEOUT_MS } };
  const method = ["GET", "POST"];

  app.route({
    ...readable,
    method,
    url: "/labels",
    handler: async (request, reply) => {
      const { store } = metrics.open;
      const parameters = parametersOf(request);
      const { start, end } = timesOf(parameters);
      const sets = await matchedSets(metrics, request, reply);
      return limited(sets === undefined ? await store.labelNames(start, end) : namesIn(sets), parameters);
    },
  });

  app.get(
    "/label/:name/values",
    { ...readable, schema: { params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 1024 }) }) } },
    async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const { store } = metrics.open;
      const parameters = parametersOf(request);
      const { start, end } = timesOf(parameters);
      const name = labelNameFromPath(request.params.name);
      const sets = await matchedSets(metrics, request, reply);
      return limited(sets === undefined ? await store.labelValues(name, start, end) : valuesIn(sets, name), parameters);
    },
  );

  app.route({
    ...readable,
    method,
    url: "/series",
    handler: async (request, reply) => {
      const parameters = parametersOf(request);
      if (parameters.all("match[]").length === 0)
        throw new MetricsError("invalid_parameter", { detail: "no match[] parameter provided" });
      const sets = (await matchedSets(metrics, request, reply)) ?? [];
      const { data, warnings } = limited(sets.sort(compareLabels), parameters);
      const rest = warnings === undefined ? "" : `,"warnings":${JSON.stringify(warnings)}`;
      reply.type("application/json; charset=utf-8");
      return `{"status":"success","data":[${data.map(labelsText).join(",")}]${rest}}`;
    },
  });
};

/** The time of a request about labels; all of it where nothing is said, nothing where it ends before it begins. */
function timesOf(parameters: Parameters): { start: number; end: number } {
  return {
    start: parameters.time("start", Number.NEGATIVE_INFINITY),
    end: parameters.time("end", Number.POSITIVE_INFINITY),
  };
}

/** Label sets that fulfil any of the selectors, each once; `undefined` when nothing says which. */
async function matchedSets(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Labels[] | undefined> {
  const parameters = parametersOf(request);
  const { start, end } = timesOf(parameters);
  const sight = sightOf(request);
  const selectors = parameters.matcherSets();
  if (selectors.length === 0 && sight === "all") return undefined;
  const wanted = (selectors.length === 0 ? [[]] : selectors).flatMap((matchers) => withinSight(matchers, sight));
  const { store, engine } = metrics.open;
  const signal = untilAbandoned(reply);
  return await engine.inTurn(principalOf(request), signal, () =>
    store.labelSets(wanted, { fromMs: start, toMs: end }, createPauses(signal)),
  );
}

function namesIn(sets: readonly Labels[]): string[] {
  return [...new Set(sets.flatMap((labels) => labelEntries(labels).map(([name]) => name)))].sort();
}

function valuesIn(sets: readonly Labels[], name: string): string[] {
  return [...new Set(sets.map((labels) => labelValue(labels, name)))].filter((value) => value !== "").sort();
}

function limited<Item>(items: readonly Item[], parameters: Parameters) {
  const limit = parameters.limit();
  const isCut = limit > 0 && items.length > limit;
  return {
    status: "success" as const,
    data: isCut ? items.slice(0, limit) : items,
    ...(isCut && { warnings: ["results truncated due to limit"] }),
  };
}
