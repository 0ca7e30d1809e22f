import type { RoutePlugin } from "@vedette/http";
import { MetricsError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import { ADMINISTER } from "./access.ts";
import { invalid, type Parameters } from "./parameters.ts";
import { parametersOf } from "./request.ts";

/** What selects every series there can be. */
const EVERYTHING = /^\{\s*__name__\s*=~\s*"\.[+*]"\s*\}$/;
const ANSWER_TIMEOUT_MS = 10 * 60_000;

/**
 * /api/v1/admin/tsdb: takes samples out for good. All of them at once only where the operator has allowed it, as for
 * tests: then the store is as if nothing had ever been measured.
 */
export const deletionRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  const administered = { config: { permission: ADMINISTER, answerWithinMs: ANSWER_TIMEOUT_MS } };
  const method = ["POST", "PUT"];

  app.route({
    ...administered,
    method,
    url: "/admin/tsdb/delete_series",
    handler: async (request, reply) => {
      const parameters = parametersOf(request);
      if (isEverything(parameters)) await empty(metrics);
      else await metrics.open.store.delete(deletionOf(parameters));
      return reply.code(204).send();
    },
  });

  app.route({
    ...administered,
    method,
    url: "/admin/tsdb/clean_tombstones",
    // Nothing is left to clean: what was deleted is gone from the disk.
    handler: async (_request, reply) => reply.code(204).send(),
  });
};

function isEverything(parameters: Parameters): boolean {
  const isForEver = parameters.text("start") === "" && parameters.text("end") === "";
  return isForEver && parameters.all("match[]").some((selector) => EVERYTHING.test(selector));
}

/** @throws MetricsError `reset_not_allowed` */
async function empty(metrics: Metrics): Promise<void> {
  if (metrics.settings["metrics.reset"] !== "admin") throw new MetricsError("reset_not_allowed");
  await metrics.reset();
}

function deletionOf(parameters: Parameters) {
  const selectors = parameters.matcherSets();
  if (selectors.length === 0) throw new MetricsError("invalid_parameter", { detail: "no match[] parameter provided" });
  const fromMs = parameters.time("start", Number.NEGATIVE_INFINITY);
  const toMs = parameters.time("end", Number.POSITIVE_INFINITY);
  if (toMs < fromMs) throw invalid("end", "end timestamp must not be before start time");
  return { selectors, fromMs, toMs };
}
