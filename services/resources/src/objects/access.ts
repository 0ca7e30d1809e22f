import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { lacking, ResourceError } from "../errors.ts";
import { type Kind, type Place, subjectOf } from "../kinds/kind.ts";

/** What somebody does to an object that is there. */
export type ObjectVerb = "read" | "update" | "remove";

/**
 * @param place - where the object lies; for a missing one without its folder, so that the two cannot be told apart by
 *   somebody who may not know
 * @throws ResourceError `not_allowed`
 */
export function requireObjectAccess(caller: Caller, kind: Kind, verb: ObjectVerb, place: Place): void {
  if (!hasObjectAccess(caller, kind, verb, place)) throw lacking(kind.actions[verb], subjectOf(kind, place.name ?? ""));
}

export function hasObjectAccess({ permissions }: Caller, kind: Kind, verb: ObjectVerb, place: Place): boolean {
  return isAllowed(permissions, [{ action: kind.actions[verb], scopes: kind.scopesOf(place) }]);
}

/** @throws ResourceError `not_allowed` */
export function requireCreateAccess(caller: Caller, kind: Kind, place: Place): void {
  if (!isAllowed(caller.permissions, kind.needsToCreate(place)))
    throw lacking(kind.actions.create, subjectOf(kind, place.name ?? ""));
}

/** @throws ResourceError `read_only` for an object of the server's own */
export function requireWritable(kind: Kind, name: string): void {
  if (kind.reservedNames.includes(name)) throw new ResourceError("read_only", { subject: subjectOf(kind, name) });
}

/** Access to an object that is not there: 404 for those who could see it, 403 for the others. */
export function missingObject(
  caller: Caller,
  kind: Kind,
  { verb, name }: { verb: ObjectVerb; name: string },
): ResourceError {
  requireObjectAccess(caller, kind, verb, { name });
  return new ResourceError("object_not_found", { subject: subjectOf(kind, name) });
}
