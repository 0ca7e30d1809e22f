import type { Access, RoutePlugin } from "@vedette/http";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { type DataSource, listQueryable } from "../datasources/data-sources.ts";
import type { Resources } from "../resources.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

/** GET /api/frontend/settings: what older pages ask first. Deprecated; nothing of ours asks it. No secret is in it. */
export const frontendSettingsRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db, build, publicUrl }, access },
) => {
  app.get("/frontend/settings", { config: { permission: SIGNED_IN } }, async (request) => {
    const sources = await listQueryable(db, DEFAULT_NAMESPACE, access.callerOf(request));
    return {
      allowOrgCreate: false,
      appSubUrl: new URL(publicUrl).pathname.replace(/\/$/, ""),
      buildInfo: { buildstamp: build.builtAt, commit: build.commit, version: build.version },
      datasources: Object.fromEntries(sources.map((source, index) => [source.name, viewOf(source, index)])),
      defaultDatasource: sources.find(({ isDefault }) => isDefault)?.name ?? "",
      namespace: DEFAULT_NAMESPACE,
    };
  });
};

function viewOf({ id, uid, name, type, isDefault, readOnly }: DataSource, index: number) {
  return {
    index,
    id,
    uid,
    name,
    type,
    url: `/api/datasources/proxy/uid/${uid}`,
    access: "proxy",
    isDefault,
    readOnly,
    jsonData: {},
    meta: { id: type, type: "datasource", name: META_NAMES.get(type) ?? type, metrics: true, annotations: true },
  };
}

const META_NAMES: ReadonlyMap<string, string> = new Map([["prometheus", "Prometheus"]]);
