import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { ROOT_FOLDER } from "../access/scopes.ts";
import { lacking } from "../errors.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";

/** Which objects of a kind a caller may read or remove: all, or those named or lying in the folders. */
export type Visibility =
  | { readonly kind: "all" }
  | { readonly kind: "some"; readonly names: readonly string[]; readonly folders: readonly string[] };

/**
 * Turns permissions into what a list may show, so that the store can narrow before it counts.
 *
 * @throws ResourceError `not_allowed` for a caller who may do so with nothing of the kind
 */
export function visibilityOf(caller: Caller, kind: Kind, verb: "read" | "remove" = "read"): Visibility {
  const visibility = visibleTo(caller, kind, verb);
  if (visibility === undefined) throw lacking(kind.actions[verb], subjectOf(kind, ""));
  return visibility;
}

/** @returns `undefined` for a caller who may do so with nothing of the kind, whatever the scopes name */
export function visibleTo(caller: Caller, kind: Kind, verb: "read" | "remove" = "read"): Visibility | undefined {
  const action = kind.actions[verb];
  if (isAllowed(caller.permissions, [{ action, scopes: kind.scopesOf({}) }])) return { kind: "all" };
  const scopes = caller.permissions.filter((permission) => permission.action === action).map(({ scope }) => scope);
  const names = suffixesOf(scopes, `${kind.plural}:uid:`);
  const covering = kind.isCoveredByFolder ? suffixesOf(scopes, "folders:uid:") : [];
  const folders = covering.map((folder) => (folder === ROOT_FOLDER ? "" : folder));
  if (names.includes("*") || folders.includes("*")) return { kind: "all" };
  if (names.length + folders.length === 0) return undefined;
  return { kind: "some", names, folders };
}

function suffixesOf(scopes: readonly string[], prefix: string): string[] {
  return scopes.filter((scope) => scope.startsWith(prefix)).map((scope) => scope.slice(prefix.length));
}
