import { ResourceError } from "../errors.ts";
import { isJsonObject, type Kind, subjectOf } from "../kinds/kind.ts";

/** The one organisation there is. Whether another one exists is nobody's business. */
export const DEFAULT_NAMESPACE = "default";

/** @throws ResourceError `not_allowed` */
export function requireNamespace(params: unknown, kind: Kind): void {
  const namespace: unknown = isJsonObject(params) ? params["namespace"] : undefined;
  if (namespace === DEFAULT_NAMESPACE) return;
  throw new ResourceError("not_allowed", { subject: subjectOf(kind, "") });
}
