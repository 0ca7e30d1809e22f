import type { ErrorSurface } from "@vedette/http";
import { METRICS_ERRORS, MetricsError } from "../errors.ts";

/** Failures as a Prometheus server writes them. */
export const prometheusErrors: ErrorSurface = {
  own(error) {
    if (!(error instanceof MetricsError)) return undefined;
    const { status, type } = METRICS_ERRORS[error.code];
    const headers = status === 503 || status === 429 ? { "retry-after": "5" } : {};
    return { status, headers, body: errorBody(type, error.message) };
  },
  render: ({ status, message, headers }) => ({ status, headers, body: errorBody(typeOf(status), message) }),
};

function errorBody(errorType: string, error: string) {
  return { status: "error", errorType, error };
}

function typeOf(status: number): string {
  if (status === 404) return "not_found";
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status < 500) return "bad_data";
  return status === 500 ? "internal" : "unavailable";
}
