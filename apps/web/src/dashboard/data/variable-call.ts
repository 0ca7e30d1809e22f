import { labelNameInPath } from "@vedette/client/label-name";
import type { VariableQuery } from "@vedette/client/variable-query";
import { isObject, listOf, objectOf, objectsOf, textOf, textsOf } from "../model/json.ts";
import { readPattern } from "../model/pattern.ts";
import type { Span } from "../model/time/time-range.ts";
import type { PrometheusCall } from "./prometheus-call.ts";

/** The question whose answer holds a variable's values. */
export function variableCall(query: VariableQuery, base: string, { from, to }: Span): PrometheusCall {
  const range = [
    ["start", String(Math.floor(from / 1000))],
    ["end", String(Math.ceil(to / 1000))],
  ] as const;
  switch (query.kind) {
    case "label values":
      return {
        base,
        path: `label/${labelNameInPath(query.label)}/values`,
        parameters: [...range, ...(query.selector === undefined ? [] : [["match[]", query.selector] as const])],
      };
    case "label names":
      return { base, path: "labels", parameters: range };
    case "metrics":
      return { base, path: "label/__name__/values", parameters: range };
    case "query result":
      return {
        base,
        path: "query",
        parameters: [
          ["query", query.expr],
          ["time", String(Math.ceil(to / 1000))],
        ],
      };
    case "series":
      return { base, path: "series", parameters: [["match[]", query.selector], ...range] };
  }
}

/** The texts in an answer that a variable's values are cut out of. */
export function variableTexts(query: VariableQuery, data: unknown): readonly string[] {
  switch (query.kind) {
    case "label values":
      return textsOf(data);
    case "label names":
    case "metrics":
      return fitting(textsOf(data), query.pattern);
    case "query result":
      return sampleTexts(data);
    case "series":
      return objectsOf(data).map((labels) => seriesText(labels));
  }
}

function fitting(names: readonly string[], pattern: string): readonly string[] {
  const regex = pattern === "" ? undefined : readPattern(pattern);
  return regex === undefined ? names : names.filter((name) => regex.test(name));
}

/** `up{job="a"} 1 1700000000000` */
function sampleTexts(data: unknown): string[] {
  const { resultType, result } = objectOf(data);
  if (resultType === "scalar" || resultType === "string") return [textOf(listOf(result)[1])];
  return objectsOf(result).map(({ metric, value }) => {
    const [time, number] = listOf(value);
    return `${seriesText(objectOf(metric))} ${textOf(number)} ${Number(time) * 1000}`;
  });
}

function seriesText(labels: Readonly<Record<string, unknown>>): string {
  const name = textOf(labels["__name__"]);
  const pairs = Object.entries(labels).filter(([label]) => label !== "__name__");
  return `${name}{${pairs.map(([label, value]) => `${label}="${isObject(value) ? "" : String(value)}"`).join(",")}}`;
}
