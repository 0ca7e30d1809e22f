import { coversScope, type Permission } from "./permissions.ts";
import { wholeScope } from "./series-scope.ts";

/**
 * What is left of permissions for somebody who is to use a part of them alone: of two scopes of an action the narrower
 * one. Two scopes that only overlap, a folder's and a dashboard's in it, leave nothing: never more than either says.
 *
 * @param held - what the account may do
 * @param to - the part that is asked for
 */
export function narrowed(held: readonly Permission[], to: readonly Permission[]): Permission[] {
  return to.flatMap((part) => {
    const same = held.filter(({ action }) => action === part.action);
    const isWithin = same.some(({ scope }) => reaches(scope, part.scope));
    return isWithin ? [part] : same.filter(({ scope }) => reaches(part.scope, scope));
  });
}

function reaches(held: string, wanted: string): boolean {
  return coversScope(held, wanted) || coversScope(held, wholeScope(wanted));
}
