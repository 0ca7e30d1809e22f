import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "@vedette/http";
import type { Identification } from "@vedette/identity";
import { principalOf } from "../access/caller.ts";
import { accountOf, callerFrom } from "../access/identified-caller.ts";
import { identifyCaller } from "../access/identify-caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { visibleSeries } from "../access/series-scope.ts";
import { RESOURCE_ERRORS } from "../errors.ts";
import { BUILT_IN_DATA_SOURCE } from "../kinds/data-source.ts";
import type { Resources } from "../resources.ts";
import { wallSight } from "./wall-caller.ts";
import { wallKeyOf } from "./wall-key.ts";
import type { Question } from "./wall-question.ts";

/** Who asks for series of this server's own store. */
export interface SeriesReader {
  readonly who: Identification | { readonly kind: "wall"; readonly wallId: string };
  /** The caller that queries and writes count for in queues. */
  readonly principal: string;
  /**
   * What they may see of the built-in data source when they ask this: all, or what any of some selectors finds; a wall
   * nothing of what its dashboards do not ask.
   */
  seriesFor(question: Omit<Question, "source">): Promise<"all" | readonly string[]>;
  /** Whether they may send samples, or delete some. Walls only look. */
  mayChange(action: "metrics:write" | "metrics:admin"): Promise<boolean>;
}

/** Finds out who asks for series: as everywhere, or a wall by its key. */
export async function identifyReader(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<SeriesReader | undefined> {
  const key = wallKeyOf(headers.authorization);
  if (key !== undefined) {
    const sight = await wallSight(resources, key);
    return (
      sight && {
        who: { kind: "wall", wallId: sight.caller.uid },
        principal: principalOf(sight.caller),
        seriesFor: async (question) => (sight.asks({ ...question, source: BUILT_IN_DATA_SOURCE }) ? sight.series : []),
        mayChange: async () => false,
      }
    );
  }
  const who = await identifyCaller(resources, headers, address);
  if (who === undefined) return undefined;
  const permissions = async () => {
    const { permissions: held, missingFactor } = await callerFrom(resources, who);
    if (missingFactor?.kind !== "required") return held;
    throw new HttpError("forbidden", { detail: RESOURCE_ERRORS.second_factor_required.message });
  };
  return {
    who,
    principal: principalOf(accountOf(who)),
    seriesFor: async () => visibleSeries(await permissions()),
    mayChange: async (action) => isAllowed(await permissions(), [{ action, scopes: ["*"] }]),
  };
}
