/** So much of an answer is kept. */
const MAX_LENGTH = 2000;
/** What is nested deeper is no answer that anybody reads. */
const MAX_DEPTH = 16;
/** Shorter texts are words of any answer, such as `ok`. */
const MIN_SAID = 4;
const HIDDEN = "•••";
const SECRET_NAME = /token|otp|code|secret|password|hash|cookie|credential|api_?key|authorization/i;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

/**
 * What may be kept of a hook's answer: nothing that the question said, such as codes and addresses, and nothing that is
 * named like a secret or looks like a token.
 *
 * @param answer - the body of an answer over HTTP, or the JSON of a function
 */
export function keptAnswer(answer: string, question: object): string {
  const strike = striker(textsOf(question, 0));
  const kept = strikeAnswer(answer, strike);
  return kept.length > MAX_LENGTH ? `${kept.slice(0, MAX_LENGTH)}…` : kept;
}

function strikeAnswer(answer: string, strike: (text: string) => string): string {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    // A page of a proxy, say. PostgreSQL keeps no NUL.
    return strike(answer.replaceAll("\0", ""));
  }
  return JSON.stringify(strikeValue(value, { strike, depth: 0 }));
}

interface Striking {
  readonly strike: (text: string) => string;
  readonly depth: number;
}

function strikeValue(value: unknown, { strike, depth }: Striking): unknown {
  if (depth > MAX_DEPTH) return HIDDEN;
  if (typeof value === "string") return strike(value);
  if (typeof value === "number") return strike(String(value)) === String(value) ? value : HIDDEN;
  if (typeof value !== "object" || value === null) return value;
  const below = { strike, depth: depth + 1 };
  if (Array.isArray(value)) return value.map((item) => strikeValue(item, below));
  const members = Object.entries(value).map(([name, member]) => {
    const isSecret = SECRET_NAME.test(name) && name !== "http_code";
    return [strike(name), isSecret ? HIDDEN : strikeValue(member, below)] as const;
  });
  return Object.fromEntries(members);
}

/** Every text of a question that is long enough to mean somebody or something. */
function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value.length < MIN_SAID ? [] : [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item: unknown) => textsOf(item, depth + 1));
}

/** Codes are also found where they are written in groups: 123 456. */
function striker(said: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(said)].toSorted((one, other) => other.length - one.length);
  const patterns = longestFirst.map((text) =>
    /^\d{4,10}$/.test(text) ? new RegExp(text.split("").join("[ .-]?"), "g") : text,
  );
  return (text) =>
    patterns.reduce<string>((left, pattern) => left.replaceAll(pattern, HIDDEN), text).replace(JSON_WEB_TOKEN, HIDDEN);
}
