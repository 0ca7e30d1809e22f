import { isSchemaV2 } from "@vedette/client/dashboard-document";
import { panelTitlesOf } from "../search/panel-titles.ts";
import { COLUMNS, wide } from "./columns.ts";
import {
  folderScopes,
  invalid,
  type JsonObject,
  type Kind,
  objectScopes,
  type Place,
  searchedText,
  textFaults,
} from "./kind.ts";

/** A document in schema v2 would be stored as a dashboard without panels. */
const SCHEMA_V2_REFUSED =
  'the document is in schema v2, which is not supported: export the dashboard as "Classic" or "V1 Resource"';

/** Dashboards: `spec.title` is all that is asked of the document; the rest is kept as it was sent. */
export const dashboardKind: Kind = {
  kind: "Dashboard",
  group: "dashboard.vedette.app",
  version: "v1",
  plural: "dashboards",
  singular: "dashboard",
  shortNames: ["dash"],
  categories: ["all"],
  subresources: [{ name: "dto", kind: "DashboardWithAccessInfo" }],
  description: "A page of panels that show series.",
  specProperties: {
    title: { type: "string", description: "What people call it; the only key that must be there." },
    description: { type: "string", description: "What it is for." },
    tags: { type: "array", description: "What it is found by.", items: { type: "string" } },
    panels: { type: "array", description: "What it shows, in rows of 24 columns.", items: { type: "object" } },
    time: {
      type: "object",
      description: "The time that it shows at first.",
      properties: {
        from: { type: "string", description: "Such as now-6h." },
        to: { type: "string", description: "Such as now." },
      },
    },
    refresh: { type: "string", description: "How often it asks anew, such as 30s; empty for never." },
    timezone: { type: "string", description: "browser, utc or the name of a time zone." },
    templating: { type: "object", description: "Its variables, in list." },
    annotations: { type: "object", description: "What marks points in time, in list." },
    links: { type: "array", description: "Where else it leads.", items: { type: "object" } },
    editable: { type: "boolean", description: "False makes pages show it read-only." },
    schemaVersion: { type: "integer", description: "The form of the document; 41 today." },
  },
  isOpen: true,
  actions: {
    create: "dashboards:create",
    read: "dashboards:read",
    update: "dashboards:write",
    remove: "dashboards:delete",
  },
  hasGeneratedNames: true,
  requiresVersion: false,
  reservedNames: [],
  hasFolders: true,
  isCoveredByFolder: true,
  columns: [
    COLUMNS.name,
    COLUMNS.title,
    COLUMNS.folder,
    {
      ...wide(COLUMNS.title),
      name: "Tags",
      description: "What it is found by.",
      cellOf: ({ tags }) => tags.join(","),
    },
    {
      ...wide(COLUMNS.title),
      name: "Generation",
      type: "integer",
      description: "How often its spec was changed, and 1.",
      cellOf: ({ generation }) => Number(generation),
    },
    wide(COLUMNS.createdAt),
  ],
  faultsOf: (spec) => [
    ...textFaults("spec.title", spec["title"]),
    ...(isSchemaV2(spec) ? [invalid("apiVersion", SCHEMA_V2_REFUSED)] : []),
  ],
  searchedFieldsOf: (spec) => ({
    title: searchedText(spec["title"]),
    tags: tagsOf(spec),
    panelTitles: panelTitlesOf(spec),
  }),
  scopesOf,
  needsToCreate: (place) => [
    { action: "dashboards:create", scopes: folderScopes(place) },
    { action: "dashboards:write", scopes: scopesOf(place) },
  ],
};

function scopesOf(place: Place): string[] {
  return [...objectScopes("dashboards", place), ...folderScopes(place)];
}

/** A dashboard is found by so many of its tags, the first ones: an index holds each of them. */
const MAX_TAGS = 1000;

function tagsOf(spec: JsonObject): string[] {
  const tags: unknown = spec["tags"];
  if (!Array.isArray(tags)) return [];
  const found = new Set(tags.slice(0, MAX_TAGS).map(searchedText));
  found.delete("");
  return [...found];
}
