/** A query without the variables of a dashboard, with each letter at the place that it has in the query. */
export interface PlainQuery {
  readonly text: string;
  /** Where a variable may stand for anything: nobody knows whether what is there fits. */
  readonly unknown: readonly { readonly from: number; readonly to: number }[];
}

/** What is quoted is text, whatever it holds; `$name`, `${name:format}` and `[[name]]` are variables. */
const PARTS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\$\{[^}]*\}|\$\w+|\[\[[^\]]*\]\]/g;

/** Behind these there is a duration. */
const BEFORE_DURATION = /(?:\[|\[[^[\]]*:|\boffset\s*-?)\s*$/i;

/** Puts what PromQL can read in the place of variables, as long as they are. */
export function withoutVariables(query: string): PlainQuery {
  const unknown: { from: number; to: number }[] = [];
  const text = query.replace(PARTS, (part, from: number) => {
    if (!/^[$[]/.test(part)) return part;
    if (BEFORE_DURATION.test(query.slice(0, from))) return "1m".padEnd(part.length);
    unknown.push({ from, to: from + part.length });
    return "a".repeat(part.length);
  });
  return { text, unknown };
}
