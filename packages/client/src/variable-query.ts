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

/** The label is behind the last comma that is not in braces, brackets or quotes. */
function labelValues(inside: string): VariableQuery {
  const comma = lastComma(inside);
  if (comma === undefined) return { kind: "label values", label: withoutQuotes(inside), selector: undefined };
  const label = withoutQuotes(inside.slice(comma + 1).trim());
  return { kind: "label values", label, selector: inside.slice(0, comma).trim() };
}

function lastComma(text: string): number | undefined {
  let last: number | undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    depth += DEPTHS.get(character) ?? 0;
    if (character === "," && depth === 0) last = at;
    if (QUOTES.includes(character)) at = endOfString(text, at);
  }
  return last;
}

const DEPTHS: ReadonlyMap<string, number> = new Map([
  ["{", 1],
  ["[", 1],
  ["(", 1],
  ["}", -1],
  ["]", -1],
  [")", -1],
]);
const QUOTES = "\"'`";

/** Where the string that begins at an index ends. */
function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === "\\" && quote !== "`" ? 2 : 1;
  return at;
}

/** UTF-8 names of labels may stand in quotes. */
function withoutQuotes(text: string): string {
  const [, , inner] = /^(["'`])([\s\S]*)\1$/.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll(/\\(["'\\])/g, "$1");
}
