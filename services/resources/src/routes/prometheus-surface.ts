import type { ErrorSurface } from "@vedette/http";
import { RESOURCE_ERRORS, ResourceError } from "../errors.ts";

/** Draws failures of the data source proxy as a Prometheus server would. */
export const prometheusSurface: ErrorSurface = {
  own: (error) => {
    if (!(error instanceof ResourceError)) return undefined;
    const { status } = RESOURCE_ERRORS[error.code];
    return { status, body: prometheusError(status, error.message) };
  },
  render: ({ status, message, headers }) => ({ status, body: prometheusError(status, message), headers }),
};

function prometheusError(status: number, error: string) {
  return { status: "error", errorType: errorType(status), error };
}

function errorType(status: number): string {
  if (status === 504) return "timeout";
  if (status >= 500) return "unavailable";
  return status === 404 ? "not_found" : "bad_data";
}
