import { ResourceError } from "../errors.ts";
import type { Resources } from "../resources.ts";
import { isAction, type Permission } from "./permissions.ts";
import { isScope } from "./scopes.ts";
import { selectorOfScope } from "./series-scope.ts";

/** A permission as it comes from outside. */
export interface PermissionText {
  readonly action: string;
  readonly scope: string;
}

/**
 * Actions and scopes that exist.
 *
 * @param code - what is thrown for others, with the place of the first that is wrong
 * @throws ResourceError `code`
 */
export function readPermissions(
  texts: readonly PermissionText[],
  selectorFault: Resources["selectorFault"],
  code: "role_invalid" | "token_invalid",
): Permission[] {
  return texts.map(({ action, scope }, index): Permission => {
    const place = `permissions[${index}]`;
    const unreadable = (detail: string) => new ResourceError(code, { detail });
    if (!isAction(action)) throw unreadable(`${place}.action is not an action: ${action.slice(0, 100)}`);
    const selector = action === "datasources:query" ? selectorOfScope(scope) : undefined;
    const fault = selector === undefined ? undefined : selectorFault(selector);
    if (fault !== undefined) throw unreadable(`${place}.scope has a selector that cannot be read: ${fault}`);
    if (selector === undefined && !isScope(scope))
      throw unreadable(`${place}.scope is not a scope: ${scope.slice(0, 100)}`);
    return { action, scope };
  });
}
