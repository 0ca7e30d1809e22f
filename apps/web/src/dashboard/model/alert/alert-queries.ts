import { type JsonObject, textOf } from "../json.ts";

/**
 * What a list of alerts asks: Prometheus keeps each alert that is not at rest as a sample of `ALERTS`, and the time at
 * which it began as one of `ALERTS_FOR_STATE`.
 *
 * @see https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/
 */
export function alertQueries(options: JsonObject): readonly JsonObject[] {
  const written = textOf(options["alertInstanceLabelFilter"]).trim();
  const filter = written === "" || written.startsWith("{") ? written : `{${written}}`;
  return ["ALERTS", "ALERTS_FOR_STATE"].map((metric, at) => ({
    refId: "AB".charAt(at),
    expr: `${metric}${filter}`,
    format: "table",
    instant: true,
  }));
}
