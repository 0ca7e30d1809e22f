import { MetricsError } from "../errors.ts";
import type { Matcher } from "../labels/matcher.ts";
import { parseDuration } from "../promql/literal.ts";
import { parseSeriesSelector } from "../promql/parse.ts";
import { ParseError } from "../promql/parse-error.ts";

/** Milliseconds that fit into the peer's 64 bits of nanoseconds. */
const MAX_DURATION_MS = 2 ** 63 / 1e6;
/** Beyond it times are no whole milliseconds any more. */
const MAX_TIME_MS = Number.MAX_SAFE_INTEGER;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Selectors of one request: each is looked up in the index of all series. */
const MAX_SELECTORS = 256;

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
    if (time !== undefined) return time;
    const reason = `cannot parse ${JSON.stringify(text)} to a valid timestamp`;
    // The peer says so of times that need not be given.
    throw invalid(name, fallback === undefined ? reason : `Invalid time value for '${name}': ${reason}`);
  }

  /** A span of time in milliseconds, written as seconds or as a duration; `undefined` when it is not given. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    const isSeconds = FLOAT.test(text);
    const length = isSeconds ? Number(text) * 1000 : parseDuration(text);
    if (length !== undefined && Math.abs(length) < MAX_DURATION_MS) return Math.round(length);
    const addition = isSeconds ? ". It overflows int64" : "";
    throw invalid(name, `cannot parse ${JSON.stringify(text)} to a valid duration${addition}`);
  }

  /** A count; 0 when it is not given. The peer's language refuses what is no number, in words of its own. */
  limit(): number {
    const text = this.text("limit");
    if (text === "") return 0;
    const parsing = `strconv.Atoi: parsing ${JSON.stringify(text)}`;
    if (!/^[+-]?\d+$/.test(text)) throw invalid("limit", `${parsing}: invalid syntax`);
    const limit = Number(text);
    if (Math.abs(limit) >= 2 ** 63) throw invalid("limit", `${parsing}: value out of range`);
    if (limit < 0) throw invalid("limit", "limit must be non-negative");
    return limit;
  }

  /** A whole number of either sign; `undefined` when it is not given. @throws MetricsError `invalid_parameter` */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
    throw new MetricsError("invalid_parameter", { detail: `${name} must be a number` });
  }

  /** The matchers of every `match[]`; the sets are a union. */
  matcherSets(): (readonly Matcher[])[] {
    const selectors = this.all("match[]");
    if (selectors.length > MAX_SELECTORS)
      throw invalid("match[]", `match[] can be given ${MAX_SELECTORS} times at most`);
    return selectors.map((selector) => {
      const matchers = parseMatchers("match[]", selector);
      if (matchers.every((matcher) => matcher.matches("")))
        throw invalid("match[]", "match[] must contain at least one non-empty matcher");
      return matchers;
    });
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
    return parseSeriesSelector(selector);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new MetricsError("invalid_parameter", {
      detail: `invalid parameter "${name}": ${error.message}`,
      cause: error,
    });
  }
}
