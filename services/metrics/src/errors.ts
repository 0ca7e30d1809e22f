/**
 * Every failure a client of the metric store can meet. `type` is the peer's `errorType`, on which clients decide.
 * The reference page is made from this table.
 */
export const METRICS_ERRORS = {
  invalid_parameter: { status: 400, type: "bad_data", message: "A parameter is missing or cannot be read." },
  query_invalid: { status: 400, type: "bad_data", message: "The query is not valid PromQL." },
  too_many_steps: {
    status: 400,
    type: "bad_data",
    message:
      "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)",
  },
  query_refused: { status: 422, type: "execution", message: "The query cannot be evaluated." },
  too_many_samples: {
    status: 422,
    type: "execution",
    message: "query processing would load too many samples into memory in query execution",
  },
  query_too_expensive: {
    status: 422,
    type: "execution",
    message: "The query would process too many samples. Use a shorter range, a larger step or a coarser subquery.",
  },
  canceled: { status: 499, type: "canceled", message: "query was canceled in expression evaluation" },
  timeout: { status: 503, type: "timeout", message: "query timed out in expression evaluation" },
  too_many_queries: {
    status: 503,
    type: "unavailable",
    message: "Too many queries at once. Try again in a moment.",
  },
  too_many_queries_of_caller: {
    status: 429,
    type: "too_many_requests",
    message: "Too many of your queries are waiting. Try again when some of them are done.",
  },
  store_elsewhere: {
    status: 503,
    type: "unavailable",
    message: "Another process on this machine keeps the metrics; ask that one, or stop it and this one takes over.",
  },
  store_closed: { status: 503, type: "unavailable", message: "The metric store is closing." },
  write_failed: {
    status: 503,
    type: "unavailable",
    message: "The metric store cannot write to its disk. Send the request again later.",
  },
  samples_refused: { status: 400, type: "bad_data", message: "The samples cannot be stored; do not send them again." },
  too_many_elements: {
    status: 413,
    type: "bad_data",
    message: "The request holds more elements than metrics.ingest.max_elements allows. Send smaller batches.",
  },
  too_many_writes: {
    status: 503,
    type: "unavailable",
    message: "Too many large write requests are waiting. Try again in a moment.",
  },
  too_many_series: { status: 429, type: "too_many_requests", message: "The store has no room for new series." },
  reset_not_allowed: {
    status: 403,
    type: "forbidden",
    message: "All samples at once are deleted only with VEDETTE_METRICS_RESET=admin. Name some series, or a time.",
  },
  unauthorized: { status: 401, type: "unauthorized", message: "Sign in, or send a valid bearer token." },
  forbidden: { status: 403, type: "forbidden", message: "You may not read metrics." },
  write_forbidden: {
    status: 403,
    type: "forbidden",
    message: "You may not write metrics: that takes metrics:write, deleting metrics:admin.",
  },
} as const;

export type MetricsErrorCode = keyof typeof METRICS_ERRORS;

/** A refusal that is safe to show: `code` is stable, `message` is for people, `cause` is for the log only. */
export class MetricsError extends Error {
  readonly code: MetricsErrorCode;

  constructor(code: MetricsErrorCode, options?: { cause?: unknown; detail?: string }) {
    super(options?.detail ?? METRICS_ERRORS[code].message, { cause: options?.cause });
    this.name = "MetricsError";
    this.code = code;
  }
}
