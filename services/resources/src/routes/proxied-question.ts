import type { FastifyRequest } from "fastify";
import { isJsonObject } from "../kinds/kind.ts";
import type { Question } from "../walls/wall-question.ts";

/** What a request to the data source proxy asks; `undefined` for other requests. */
export function proxiedQuestionOf({ routeOptions, params, url, body }: FastifyRequest): Question | undefined {
  const [, endpoint] = routeOptions.url?.split("/proxy/uid/:uid/api/v1/") ?? [];
  if (endpoint === undefined) return undefined;
  const { uid, name: label } = isJsonObject(params) ? params : {};
  const form = typeof body === "string" ? body : "";
  return {
    source: typeof uid === "string" ? uid : "",
    endpoint,
    label: typeof label === "string" ? label : undefined,
    parameters: [...new URLSearchParams(searchOf(url)), ...new URLSearchParams(form)],
  };
}

/** All that follows the first question mark; another one is part of the query. */
export function searchOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}
