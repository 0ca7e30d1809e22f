/** What a sum of other queries is written with: their names, numbers, functions, signs. */
const WORDS = /\s+|\$\{[^}]+\}|\$\w+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|\*\*|[<>=!]=|[-+*/%()<>]|[a-z]\w*/giy;

/** Functions by what PromQL calls them. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["abs", "abs"],
  ["ceil", "ceil"],
  ["floor", "floor"],
  ["log", "ln"],
  ["round", "round"],
]);

const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "==", "!=", "<=", ">="]);

/**
 * A sum over other queries of the panel (`$A / $B * 100`) as one question in PromQL, which joins series by their labels
 * just so. `undefined` when it has anything that PromQL cannot say, or names a query that is not there.
 */
export function mathQuery(expression: string, exprOf: (refId: string) => string | undefined): string | undefined {
  const words = expression.match(WORDS) ?? [];
  if (words.join("") !== expression) return undefined;
  const written = words.map((word) => {
    if (word.startsWith("$")) return inBrackets(exprOf(word.replace(/^\$\{?|\}$/g, "")));
    if (word === "**") return "^";
    if (COMPARISONS.has(word)) return `${word} bool`;
    return /^[a-z]/i.test(word) ? FUNCTIONS.get(word) : word;
  });
  return written.includes(undefined) ? undefined : written.join("");
}

function inBrackets(expr: string | undefined): string | undefined {
  return expr === undefined || expr.trim() === "" ? undefined : `(${expr})`;
}
