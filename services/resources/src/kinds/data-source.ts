import type { FieldFault } from "../errors.ts";
import { COLUMNS, specColumn, wide } from "./columns.ts";
import { invalid, isJsonObject, type Kind, objectScopes, searchedText, textFaults, uniqueTextFaults } from "./kind.ts";

/** The data source that is this server's own metric store. */
export const BUILT_IN_DATA_SOURCE = "vedette";

/** Types of data source that are queried. */
const DATA_SOURCE_TYPES = ["prometheus"] as const;

/** Data sources: where series are asked for. */
export const dataSourceKind: Kind = {
  kind: "DataSource",
  group: "datasource.vedette.app",
  version: "v1",
  plural: "datasources",
  singular: "datasource",
  shortNames: ["ds"],
  description: "Where series are asked for.",
  specProperties: {
    title: { type: "string", description: "What people call it." },
    type: { type: "string", description: "What speaks there: prometheus." },
    url: { type: "string", description: "Where it is, seen from the server." },
    isDefault: { type: "boolean", description: "Whether panels that name no data source use it." },
    jsonData: {
      type: "object",
      description: "What else clients have to know of it.",
      properties: {
        timeInterval: { type: "string", description: "How often it scrapes, such as 60s; 15s unless given." },
      },
    },
  },
  isOpen: true,
  actions: {
    create: "datasources:create",
    read: "datasources:read",
    update: "datasources:write",
    remove: "datasources:delete",
  },
  hasGeneratedNames: true,
  requiresVersion: false,
  reservedNames: [BUILT_IN_DATA_SOURCE],
  hasFolders: false,
  isCoveredByFolder: false,
  columns: [
    COLUMNS.name,
    COLUMNS.title,
    specColumn("Type", "What speaks there.", (spec) => spec["type"]),
    wide(specColumn("URL", "Where it is.", (spec) => spec["url"])),
    wide(COLUMNS.createdAt),
  ],
  faultsOf: (spec) => [
    ...uniqueTextFaults("spec.title", spec["title"]),
    ...typeFaults(spec["type"]),
    ...urlFaults(spec["url"]),
    ...(spec["isDefault"] === undefined || typeof spec["isDefault"] === "boolean"
      ? []
      : [invalid("spec.isDefault", "must be true or false")]),
    ...intervalFaults(spec["jsonData"]),
  ],
  searchedFieldsOf: (spec) => ({ title: searchedText(spec["title"]), tags: [], panelTitles: "" }),
  scopesOf: (place) => objectScopes("datasources", place),
  needsToCreate: (place) => [{ action: "datasources:create", scopes: objectScopes("datasources", place) }],
};

function typeFaults(type: unknown): FieldFault[] {
  const faults = textFaults("spec.type", type);
  if (faults.length > 0 || DATA_SOURCE_TYPES.some((known) => known === type)) return faults;
  const message = `spec.type must be ${DATA_SOURCE_TYPES.join(" or ")}`;
  return [{ reason: "FieldValueNotSupported", field: "spec.type", message }];
}

function intervalFaults(jsonData: unknown): FieldFault[] {
  const interval = isJsonObject(jsonData) ? jsonData["timeInterval"] : undefined;
  if (interval === undefined || interval === "") return [];
  const isDuration = typeof interval === "string" && SCRAPE_INTERVAL.test(interval);
  return isDuration ? [] : [invalid("spec.jsonData.timeInterval", "must be a duration such as 15s or 1m")];
}

/** Also with the `>` that older documents put before it. */
const SCRAPE_INTERVAL = /^>?\s*\d{1,9}(?:ms|[smhd])$/;

function urlFaults(url: unknown): FieldFault[] {
  const faults = textFaults("spec.url", url);
  if (faults.length > 0 || typeof url !== "string") return faults;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol)) {
    return [invalid("spec.url", "must be an http or https address")];
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return [invalid("spec.url", "must not hold a user name or password")];
  }
  return parsed.search === "" && parsed.hash === "" ? [] : [invalid("spec.url", "must not have a query or fragment")];
}
