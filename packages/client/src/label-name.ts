/** Names that PromQL takes without quotes, and the Prometheus API in a path. */
const PLAIN = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Writes the name of a label into PromQL: in quotes unless it is of letters, digits and `_` only. */
export function promqlLabelName(name: string): string {
  return PLAIN.test(name) ? name : JSON.stringify(name);
}

/**
 * Writes the name of a label into a path of the Prometheus API. Names with other characters than letters, digits and `_`
 * begin with `U__` and have `_hex_` for each of those.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/#querying-label-values
 */
export function labelNameInPath(name: string): string {
  if (PLAIN.test(name) && !name.startsWith(ESCAPED)) return name;
  const escaped = Array.from(name, (character) => {
    if (character === "_") return "__";
    return /[a-zA-Z0-9]/.test(character) ? character : `_${(character.codePointAt(0) ?? 0).toString(16)}_`;
  });
  return `${ESCAPED}${escaped.join("")}`;
}

/** Reads what `labelNameInPath` writes. */
export function labelNameFromPath(text: string): string {
  if (!text.startsWith(ESCAPED)) return text;
  return text
    .slice(ESCAPED.length)
    .replace(/__|_([0-9a-fA-F]{1,6})_/g, (_, code?: string) =>
      code === undefined ? "_" : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    );
}

const ESCAPED = "U__";
