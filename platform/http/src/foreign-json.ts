/** Only a text with so many digits in a row, or with an exponent, can hold an integer that a double rounds. */
const MAY_HOLD_LARGE_INTEGER = /\d{15}|\d[eE]/;

/**
 * Parses JSON from another system whose numbers can be identifiers. A number beyond 2^53 - 1 becomes a string with its
 * source text, because a double would round it: two accounts `…001` and `…002` would become one.
 *
 * @returns strings instead of numbers that a double cannot hold; all other values as `JSON.parse` returns them
 * @throws SyntaxError for invalid JSON
 */
export function parseForeignJson(text: string): unknown {
  // A reviver takes seven times as long as plain parsing.
  return MAY_HOLD_LARGE_INTEGER.test(text) ? JSON.parse(text, keepLargeNumber) : JSON.parse(text);
}

/** @see https://tc39.es/proposal-json-parse-with-source/ */
function keepLargeNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value;
}
