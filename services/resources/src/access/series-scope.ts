import { BUILT_IN_DATA_SOURCE, dataSourceKind } from "../kinds/data-source.ts";
import { isAllowed, type Permission } from "./permissions.ts";

const QUERY = "datasources:query";
const BUILT_IN = `datasources:uid:${BUILT_IN_DATA_SOURCE}`;

/**
 * What a series scope says of series: of `datasources:uid:vedette{namespace="shop"}` the selector in braces;
 * `undefined` for scopes of every other form.
 */
export function selectorOfScope(scope: string): string | undefined {
  return scope.startsWith(`${BUILT_IN}{`) ? scope.slice(BUILT_IN.length) : undefined;
}

/** A scope without its selector: whoever holds that holds every part of it. */
export function wholeScope(scope: string): string {
  return selectorOfScope(scope) === undefined ? scope : BUILT_IN;
}

/** What of the built-in store permissions let somebody see: all, or what any of these selectors finds. */
export function visibleSeries(held: readonly Permission[]): "all" | readonly string[] {
  if (mayQueryWhole(held, BUILT_IN_DATA_SOURCE)) return "all";
  return held.flatMap(({ action, scope }) => (action === QUERY ? (selectorOfScope(scope) ?? []) : []));
}

/** Whether somebody may ask a data source for series at all; of the built-in one a part suffices. */
export function mayQuery(held: readonly Permission[], uid: string): boolean {
  if (uid !== BUILT_IN_DATA_SOURCE) return mayQueryWhole(held, uid);
  const visible = visibleSeries(held);
  return visible === "all" || visible.length > 0;
}

function mayQueryWhole(held: readonly Permission[], uid: string): boolean {
  return isAllowed(held, [{ action: QUERY, scopes: dataSourceKind.scopesOf({ name: uid }) }]);
}
