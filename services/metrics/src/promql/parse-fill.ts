import type { TokenCursor } from "./cursor.ts";
import { parseDuration, parseNumber } from "./literal.ts";
import type { VectorMatching } from "./syntax.ts";

const SIDES = {
  fill: ["left", "right"],
  fill_left: ["left"],
  fill_right: ["right"],
} as const;

/** Reads `fill(0)`, `fill_left(0)` and `fill_right(0)` behind a matching clause; nothing where there is none. */
export function parseFill(cursor: TokenCursor): Pick<VectorMatching, "fill"> {
  const fill: { left?: number; right?: number } = {};
  for (;;) {
    const { word, start } = cursor.peek();
    const next = cursor.ahead(1);
    // Without parentheses it is a metric of that name.
    if (!isSide(word) || next.kind !== "sign" || next.text !== "(") break;
    cursor.take();
    const value = parseValue(cursor);
    for (const side of SIDES[word]) {
      if (fill[side] !== undefined) throw cursor.fail(start, `unexpected <${word}>`);
      fill[side] = value;
    }
  }
  return Object.keys(fill).length === 0 ? {} : { fill };
}

function isSide(word: string): word is keyof typeof SIDES {
  return Object.hasOwn(SIDES, word);
}

function parseValue(cursor: TokenCursor): number {
  cursor.expectSign("(");
  const sign = cursor.peek();
  const isSigned = sign.kind === "operator" && (sign.text === "-" || sign.text === "+");
  if (isSigned) cursor.take();
  const { kind, text, start } = cursor.peek();
  if (kind !== "number" && kind !== "duration") throw cursor.unexpected("fill", "number");
  cursor.take();
  const length = kind === "duration" ? parseDuration(text) : undefined;
  const value = kind === "duration" ? length && length / 1000 : parseNumber(text);
  if (value === undefined) throw cursor.fail(start, `error parsing number: ${JSON.stringify(text)}`);
  cursor.expectSign(")");
  return isSigned && sign.text === "-" ? -value : value;
}
