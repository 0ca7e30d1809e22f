import type { DashboardLink } from "../model/dashboard-document.ts";
import { interpolate, withBuiltIn } from "../model/variable/interpolate.ts";
import { addressParts } from "../panel/data-link.ts";
import type { Session } from "../view/use-session.ts";

/**
 * Where a link of the dashboard leads, with what it takes along.
 *
 * @param place - of a dashboard that it is about; its own address unless given
 */
export function dashboardLinkUrl(
  link: DashboardLink,
  { scope, range }: Pick<Session, "scope" | "range">,
  place?: string,
): string {
  const base = place ?? interpolate(link.url, withBuiltIn(scope, addressParts(scope)));
  const known = new Map(addressParts(scope).map(([name, { value }]) => [name, value]));
  const parts = [
    ...(link.keepTime ? [`from=${encodeURIComponent(range.from)}&to=${encodeURIComponent(range.to)}`] : []),
    ...(link.includeVars ? [known.get("__all_variables") ?? ""] : []),
  ].filter((part) => part !== "");
  if (parts.length === 0) return base;
  return `${base}${base.includes("?") ? "&" : "?"}${parts.join("&")}`;
}
