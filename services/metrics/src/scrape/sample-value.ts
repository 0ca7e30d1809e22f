const FINITE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["+nan", Number.NaN],
  ["-nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["+inf", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
  ["+infinity", Number.POSITIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
]);

/** A number as expositions write it; `undefined` for a text that is none. */
export function parseSampleValue(text: string): number | undefined {
  return FINITE.test(text) ? Number(text) : SPECIAL.get(text.toLowerCase());
}
