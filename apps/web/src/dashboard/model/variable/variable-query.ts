/** What a query variable asks a Prometheus server for. */
export type VariableQuery =
  | { readonly kind: "label values"; readonly label: string; readonly selector: string | undefined }
  | { readonly kind: "label names"; readonly pattern: string }
  | { readonly kind: "metrics"; readonly pattern: string }
  | { readonly kind: "query result"; readonly expr: string }
  | { readonly kind: "series"; readonly selector: string };

/** Reads `label_values(…)`, `label_names()`, `metrics(…)`, `query_result(…)`; anything else names series. */
export function parseVariableQuery(text: string): VariableQuery {
  const query = text.trim();
  const [, call = "", inside = ""] =
    /^(label_values|label_names|metrics|query_result)\s*\(([\s\S]*)\)\s*$/.exec(query) ?? [];
  switch (call) {
    case "label_values":
      return labelValues(inside.trim());
    case "label_names":
      return { kind: "label names", pattern: inside.trim() };
    case "metrics":
      return { kind: "metrics", pattern: inside.trim() };
    case "query_result":
      return { kind: "query result", expr: inside.trim() };
    default:
      return { kind: "series", selector: query };
  }
}

/** The label is behind the last comma, since selectors hold commas too. */
function labelValues(inside: string): VariableQuery {
  const match = /^([\s\S]+),\s*([a-zA-Z_]\w*)\s*$/.exec(inside);
  if (match === null) return { kind: "label values", label: inside, selector: undefined };
  return { kind: "label values", label: match[2] ?? "", selector: match[1]?.trim() };
}
