import { type Access, allowOrigins, compressLargeAnswers, type RoutePlugin, useErrorSurface } from "@vedette/http";
import type { Caller } from "../access/caller.ts";
import { KINDS, servedKinds } from "../kinds/table.ts";
import type { Resources } from "../resources.ts";
import { createSeats, type Seats } from "../watch/seats.ts";
import { accessControlRoutes } from "./access-control.ts";
import { annotationRoutes } from "./annotations.ts";
import { auditRoutes } from "./audit.ts";
import { bootDataRoutes } from "./boot-data.ts";
import { keepOutOfCaches } from "./caches.ts";
import { changeRoutes } from "./changes.ts";
import { dashboardDtoRoutes } from "./dashboard-dto.ts";
import { dashboardViewRoutes } from "./dashboard-views.ts";
import { dataSourceProxyRoutes } from "./data-source-proxy.ts";
import { dataSourceRoutes } from "./data-sources.ts";
import { discoveryRoutes, groupRoutes } from "./discovery.ts";
import { draftRoutes } from "./drafts.ts";
import { frontendSettingsRoutes } from "./frontend-settings.ts";
import { healthRoutes } from "./health.ts";
import { homeRoutes } from "./home.ts";
import { legacyDashboardRoutes } from "./legacy-dashboards.ts";
import { legacyFolderRoutes } from "./legacy-folders.ts";
import { legacyPermissionRoutes } from "./legacy-permissions.ts";
import { legacyPlaylistRoutes } from "./legacy-playlists.ts";
import { legacySurface } from "./legacy-surface.ts";
import { legacyTrashRoutes } from "./legacy-trash.ts";
import { legacyVersionRoutes } from "./legacy-versions.ts";
import { readUntypedAsJson } from "./media-type.ts";
import { objectPermissionRoutes } from "./object-permissions.ts";
import { objectRoutes } from "./objects.ts";
import { organisationRoutes } from "./organisation.ts";
import { patchRoutes } from "./patch-objects.ts";
import { peopleRoutes } from "./people.ts";
import { ownTokenRoutes, personsTokenRoutes } from "./personal-tokens.ts";
import { preferenceRoutes } from "./preferences.ts";
import { reviewRoutes } from "./reviews.ts";
import { searchRoutes, wordSearchRoutes } from "./search.ts";
import { serviceAccountRoutes } from "./service-accounts.ts";
import { loginRoutes, sessionRoutes } from "./sessions.ts";
import { setupRoutes } from "./setup.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { starRoutes } from "./stars.ts";
import { statusSurface } from "./status-surface.ts";
import { systemRoutes } from "./system.ts";
import { teamGroupRoutes } from "./team-groups.ts";
import { ownTeamRoutes, teamRoutes } from "./teams.ts";
import { wallPlayerRoutes, wallRoutes } from "./walls.ts";

type Options = { resources: Resources; access: Access<Caller> };
type StreamOptions = Options & { seats: Seats };

/** /apis, every kind of resource. */
const apisRoutes: RoutePlugin<StreamOptions> = async (app, { resources, access, seats }) => {
  useErrorSurface(app, statusSurface(access));
  keepOutOfCaches(app);
  allowOrigins(app, { origins: resources.allowedOrigins, exposedHeaders: [] });
  access.install(app);
  readUntypedAsJson(app);
  compressLargeAnswers(app);
  const kinds = servedKinds(resources.settings["resources.additional_group_suffix"]);
  for (const kind of kinds) {
    await app.register(objectRoutes, { resources, access, kind, seats });
    await app.register(patchRoutes, { resources, access, kind });
    if (kind.plural === "dashboards") {
      await app.register(dashboardDtoRoutes, { resources, access, kind });
      await app.register(wordSearchRoutes, { resources, access, kind });
    }
  }
  await app.register(groupRoutes, { kinds });
  await app.register(reviewRoutes, { resources, access, kinds });
};

/** Since when new abilities come to /apis only: the first of version 13. @see RFC 9745 */
const DEPRECATED_SINCE = `@${Date.UTC(2026, 0, 1) / 1000}`;

/** /api, the older family and what the browser UI asks. */
const apiRoutes: RoutePlugin<StreamOptions> = async (app, { resources, access, seats }) => {
  useErrorSurface(app, legacySurface);
  keepOutOfCaches(app);
  app.addHook("onSend", async (_request, reply) => void reply.header("deprecation", DEPRECATED_SINCE));
  allowOrigins(app, { origins: resources.allowedOrigins, exposedHeaders: [] });
  access.install(app);
  readUntypedAsJson(app);
  compressLargeAnswers(app);
  await app.register(healthRoutes, { resources });
  await app.register(setupRoutes, { resources });
  await app.register(loginRoutes, { prefix: "/login", resources, access });
  await app.register(sessionRoutes, { resources, access });
  await app.register(peopleRoutes, { resources, access });
  await app.register(searchRoutes, { resources, access });
  await app.register(changeRoutes, { resources, access, kinds: KINDS, seats });
  await app.register(legacyDashboardRoutes, { prefix: "/dashboards", resources, access });
  await app.register(dashboardViewRoutes, { prefix: "/dashboards", resources, access });
  await app.register(legacyVersionRoutes, { prefix: "/dashboards", resources, access });
  await app.register(legacyTrashRoutes, { prefix: "/dashboards", resources, access });
  await app.register(homeRoutes, { prefix: "/dashboards", access });
  await app.register(legacyFolderRoutes, { prefix: "/folders", resources, access });
  await app.register(legacyPermissionRoutes, { resources, access });
  await app.register(legacyPlaylistRoutes, { prefix: "/playlists", resources, access });
  await app.register(frontendSettingsRoutes, { resources, access });
  await app.register(organisationRoutes, { resources, access });
  await app.register(starRoutes, { prefix: "/user/stars", resources, access });
  await app.register(draftRoutes, { prefix: "/user/drafts", resources, access });
  await app.register(preferenceRoutes, { prefix: "/user/preferences", resources, access });
  await app.register(snapshotRoutes, { resources, access });
  await app.register(annotationRoutes, { prefix: "/annotations", resources, access });
  await app.register(teamRoutes, { prefix: "/teams", resources, access });
  await app.register(ownTeamRoutes, { resources, access });
  await app.register(teamGroupRoutes, { prefix: "/teams", resources, access });
  await app.register(serviceAccountRoutes, { prefix: "/serviceaccounts", resources, access });
  await app.register(ownTokenRoutes, { prefix: "/user/tokens", resources, access });
  await app.register(personsTokenRoutes, { prefix: "/users", resources, access });
  await app.register(accessControlRoutes, { prefix: "/access-control", resources, access });
  await app.register(objectPermissionRoutes, { prefix: "/access-control", resources, access });
  await app.register(auditRoutes, { prefix: "/audit", resources });
  await app.register(systemRoutes, { prefix: "/system", resources });
  await app.register(dataSourceRoutes, { prefix: "/datasources", resources, access });
  await app.register(dataSourceProxyRoutes, { prefix: "/datasources/proxy/uid", resources, access });
  await app.register(wallRoutes, { prefix: "/walls", resources, access });
  await app.register(wallPlayerRoutes, { prefix: "/wall", resources, access });
};

/** What every address of this service is. */
export const resourceScopes: RoutePlugin<Options> = async (app, options) => {
  await app.register(bootDataRoutes);
  const kinds = servedKinds(options.resources.settings["resources.additional_group_suffix"]);
  await app.register(discoveryRoutes, { ...options, kinds });
  const seats = createSeats(options.resources.settings);
  app.addHook("preClose", async () => {
    await Promise.all([options.resources.feed.close(), options.resources.accessWatch.close()]);
  });
  await app.register(apisRoutes, { prefix: "/apis", seats, ...options });
  await app.register(apiRoutes, { prefix: "/api", seats, ...options });
};
