/** Where the surfaces of a watch room put it: `/api`, `/auth/v1`, `/apis`, the Prometheus API. */
const MEMBERS = ["messageId", "error_code", "reason", "errorType"] as const;

/**
 * The stable code of a failure, by which one knows the watch room's own answer: a proxy on the way has a page or a
 * message of its own.
 *
 * @param body - of the answer, read as JSON
 * @returns `undefined` when it has none
 */
export function failureCode(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  return MEMBERS.map((member): unknown => Reflect.get(body, member)).find(isCode);
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
