import type { StatusCode } from "@vedette/worker-metrics";

const CODE_BY_STATUS: ReadonlyMap<number, StatusCode> = new Map([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [409, "ABORTED"],
  [429, "RESOURCE_EXHAUSTED"],
  [499, "CANCELLED"],
  [500, "INTERNAL"],
  [501, "UNIMPLEMENTED"],
  [502, "UNAVAILABLE"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
]);

/** The gRPC code that is nearest to the HTTP status of a refusal, for metrics. */
export function statusCodeOf(status: number): StatusCode {
  return CODE_BY_STATUS.get(status) ?? (status >= 500 ? "UNKNOWN" : "FAILED_PRECONDITION");
}
