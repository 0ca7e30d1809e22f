import type { Caller } from "../access/caller.ts";
import { type Action, isAllowed } from "../access/permissions.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { dashboardPath, slugOf } from "./slug.ts";

/** What the caller may do with a dashboard, and where its page is. */
export function accessInfoOf(caller: Caller, { name, folder, title }: StoredVersion) {
  const may = (action: Action) =>
    isAllowed(caller.permissions, [{ action, scopes: dashboardKind.scopesOf({ name, folder }) }]);
  const canEdit = may("dashboards:write");
  const annotations = { canAdd: canEdit, canEdit, canDelete: canEdit };
  return {
    isPublic: false,
    canSave: canEdit,
    canEdit,
    canAdmin: may("dashboards.permissions:write"),
    canStar: caller.kind === "user",
    canDelete: may("dashboards:delete"),
    slug: slugOf(title),
    url: dashboardPath(name, title),
    annotationsPermissions: { dashboard: annotations, organization: annotations },
  };
}
