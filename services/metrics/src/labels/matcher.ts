import { compilePattern, type Pattern } from "./pattern.ts";

export type MatchOperator = "=" | "!=" | "=~" | "!~";

/** A condition on one label of a series. A label that a series does not have counts as empty. */
export interface Matcher {
  readonly name: string;
  readonly operator: MatchOperator;
  readonly value: string;
  matches(value: string): boolean;
  /** Everything that can match, where that is a short list: those values are looked up instead of tried. */
  readonly alternatives?: readonly string[];
}

/** @throws PatternError when the value of `=~` or `!~` is not a regular expression */
export function createMatcher(name: string, operator: MatchOperator, value: string): Matcher {
  if (operator === "=") return { name, operator, value, matches: (text) => text === value, alternatives: [value] };
  if (operator === "!=") return { name, operator, value, matches: (text) => text !== value };
  const pattern = compilePattern(value);
  if (operator === "!~") return { name, operator, value, matches: (text) => !pattern.matches(text) };
  return { name, operator, value, ...wanted(pattern) };
}

function wanted(pattern: Pattern): Pick<Matcher, "matches" | "alternatives"> {
  return {
    matches: (text) => pattern.matches(text),
    ...(pattern.alternatives && { alternatives: pattern.alternatives }),
  };
}

export function formatMatcher({ name, operator, value }: Matcher): string {
  return `${formatLabelName(name)}${operator}${JSON.stringify(value)}`;
}

/** A label's name as a query writes it: in quotes where it is no identifier. */
export function formatLabelName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
