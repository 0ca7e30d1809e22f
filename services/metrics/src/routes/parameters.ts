import { MetricsError } from "../errors.ts";
import type { Matcher } from "../labels/matcher.ts";
import { parseDuration } from "../promql/literal.ts";
import { parseQuery } from "../promql/parse.ts";
import { ParseError } from "../promql/parse-error.ts";

/** Milliseconds that fit into the peer's 64 bits of nanoseconds. */
const MAX_DURATION_MS = 2 ** 63 / 1e6;
/** Beyond it times are no whole milliseconds any more. */
const MAX_TIME_MS = Number.MAX_SAFE_INTEGER;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The parameters of a request, from its address and its form alike. The first value of a name counts. */
export class Parameters {
  readonly #parameters: URLSearchParams;

  constructor(query: string, form: string) {
    this.#parameters = new URLSearchParams(query === "" || form === "" ? query + form : `${form}&${query}`);
  }

  text(name: string): string {
    return this.#parameters.get(name) ?? "";
  }

  entries(): [string, string][] {
    return [...this.#parameters];
  }

  all(name: string): string[] {
    return this.#parameters.getAll(name);
  }

  /** A time in milliseconds. @throws MetricsError `invalid_parameter` */
  time(name: string, fallback?: number): number {
    const text = this.text(name);
    if (text === "" && fallback !== undefined) return fallback;
    const time = parseTime(text);
    if (time === undefined) throw invalid(name, `cannot parse ${JSON.stringify(text)} to a valid timestamp`);
    return time;
  }

  /** A span of time in milliseconds, written as seconds or as a duration; `undefined` when it is not given. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    const length = FLOAT.test(text) ? Number(text) * 1000 : parseDuration(text);
    if (length === undefined || !(Math.abs(length) < MAX_DURATION_MS)) {
      throw invalid(name, `cannot parse ${JSON.stringify(text)} to a valid duration`);
    }
    return Math.round(length);
  }

  /** A count; 0 when it is not given. */
  limit(name = "limit"): number {
    const text = this.text(name);
    if (text === "") return 0;
    if (!/^\d{1,15}$/.test(text)) throw invalid(name, "limit must be a non-negative number");
    return Number(text);
  }

  /** The matchers of every `match[]`; the sets are a union. */
  matcherSets(): (readonly Matcher[])[] {
    return this.all("match[]").map((selector) => parseMatchers("match[]", selector));
  }

  /** The matchers of one selector; none when it is not given. */
  selector(name: string): readonly Matcher[] {
    const text = this.text(name);
    return text === "" ? [] : parseMatchers(name, text);
  }
}

export function invalid(name: string, reason: string): MetricsError {
  return new MetricsError("invalid_parameter", { detail: `invalid parameter "${name}": ${reason}` });
}

/** Seconds with a fraction, or RFC 3339; rounded to whole milliseconds. */
function parseTime(text: string): number | undefined {
  const time = FLOAT.test(text) ? Number(text) * 1000 : RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  return Math.abs(time) <= MAX_TIME_MS ? Math.round(time) : undefined;
}

function parseMatchers(name: string, selector: string): readonly Matcher[] {
  try {
    const expression = parseQuery(selector);
    if (expression.kind === "vector selector" && expression.offsetMs === 0 && expression.at === undefined) {
      return expression.matchers;
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new MetricsError("invalid_parameter", {
      detail: `invalid parameter "${name}": ${error.message}`,
      cause: error,
    });
  }
  throw invalid(name, "a series selector is expected");
}
