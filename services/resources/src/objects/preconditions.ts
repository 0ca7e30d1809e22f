import { ResourceError } from "../errors.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** What must still hold of an object for a write to happen; what is absent is not asked. */
export interface Preconditions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** @throws ResourceError `uid_conflict`, `version_conflict` naming the current version */
export function requireVersion(kind: Kind, stored: StoredVersion, wanted: Preconditions): void {
  const subject = subjectOf(kind, stored.name, stored.uid);
  if (wanted.uid !== undefined && wanted.uid !== stored.uid) throw new ResourceError("uid_conflict", { subject });
  if (wanted.resourceVersion === undefined || wanted.resourceVersion === stored.resource_version) return;
  const message = stored.resource_version;
  const faults = [{ reason: "FieldValueInvalid", field: "metadata.resourceVersion", message }] as const;
  throw new ResourceError("version_conflict", { subject, faults });
}
