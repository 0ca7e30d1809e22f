import type { DashboardLink } from "../model/dashboard-document.ts";
import { interpolate, withBuiltIn } from "../model/variable/interpolate.ts";
import { addressParts } from "../panel/data-link.ts";
import type { Session } from "../view/use-session.ts";

/** Where a link of the dashboard leads: its address, or the list of dashboards with its tags. */
export function dashboardLinkUrl(link: DashboardLink, { scope, range }: Pick<Session, "scope" | "range">): string {
  const tags = link.tags.map((tag) => `tag=${encodeURIComponent(tag)}`).join("&");
  const base =
    link.kind === "dashboards" ? `/dashboards?${tags}` : interpolate(link.url, withBuiltIn(scope, addressParts(scope)));
  const known = new Map(addressParts(scope).map(([name, { value }]) => [name, value]));
  const parts = [
    ...(link.keepTime ? [`from=${encodeURIComponent(range.from)}&to=${encodeURIComponent(range.to)}`] : []),
    ...(link.includeVars ? [known.get("__all_variables") ?? ""] : []),
  ].filter((part) => part !== "");
  if (parts.length === 0) return base;
  return `${base}${base.includes("?") ? "&" : "?"}${parts.join("&")}`;
}
