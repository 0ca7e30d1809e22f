import { intervalMs } from "@vedette/client/playlist-interval";
import type { FieldFault } from "../errors.ts";
import { isTimeZone, scheduleFaults, WEEKDAYS } from "../playlists/schedule.ts";
import { COLUMNS, specColumn, wide } from "./columns.ts";
import {
  faultsOfEach,
  invalid,
  isJsonObject,
  type JsonObject,
  type Kind,
  objectScopes,
  required,
  searchedText,
  textFaults,
} from "./kind.ts";

/** What an item of a playlist can stand for. */
const PLAYLIST_ITEM_TYPES = ["dashboard_by_uid", "dashboard_by_tag", "dashboard_by_id"] as const;

/** Playlists: dashboards that follow each other on a wall. */
export const playlistKind: Kind = {
  kind: "Playlist",
  group: "playlist.vedette.app",
  version: "v1",
  plural: "playlists",
  singular: "playlist",
  shortNames: [],
  categories: ["all"],
  description: "Dashboards that follow each other on a wall.",
  specProperties: {
    title: { type: "string", description: "What people call it." },
    interval: { type: "string", description: "How long each dashboard shows: 30s, 5m, 1h30m." },
    items: {
      type: "array",
      description: "What is shown, in this order.",
      items: {
        type: "object",
        properties: {
          type: { type: "string", description: "dashboard_by_uid, dashboard_by_tag or dashboard_by_id." },
          value: { type: "string", description: "The dashboard's name, the tag or the old id." },
          title: { type: "string", description: "What older clients call it; has no effect." },
          interval: {
            type: "string",
            description: "How long this item shows, where it is not the playlist's interval.",
          },
          queryParams: {
            type: "string",
            description: "Variables, time and theme (dark or light), as in the address of a dashboard.",
          },
          schedule: {
            type: "object",
            description: "When this item is shown, where it is not always.",
            properties: {
              days: {
                type: "array",
                description: `Days on which it begins: ${WEEKDAYS.join(", ")}; every day unless said.`,
                items: { type: "string" },
              },
              from: { type: "string", description: "Time of day such as 07:30; midnight unless said." },
              to: { type: "string", description: "Time of day; before from it is on the next day." },
            },
          },
        },
      },
    },
    timezone: { type: "string", description: "What schedules are in, such as Europe/Berlin; the wall's unless said." },
  },
  isOpen: false,
  actions: {
    create: "playlists:write",
    read: "playlists:read",
    update: "playlists:write",
    remove: "playlists:write",
  },
  hasGeneratedNames: false,
  requiresVersion: true,
  reservedNames: [],
  hasFolders: false,
  isCoveredByFolder: false,
  columns: [
    COLUMNS.name,
    COLUMNS.title,
    specColumn("Interval", "How long each dashboard shows.", (spec) => spec["interval"]),
    wide({
      ...specColumn("Items", "How many items it has.", () => ""),
      type: "integer",
      cellOf: ({ spec }) => countItems(spec),
    }),
    wide(COLUMNS.createdAt),
  ],
  faultsOf: (spec) => [
    ...textFaults("spec.title", spec["title"]),
    ...intervalFaults("spec.interval", spec["interval"]),
    ...itemsFaults(spec["items"]),
    ...timezoneFaults(spec["timezone"]),
  ],
  searchedFieldsOf: (spec) => ({ title: searchedText(spec["title"]), tags: [], panelTitles: "" }),
  scopesOf: (place) => objectScopes("playlists", place),
  needsToCreate: (place) => [{ action: "playlists:write", scopes: objectScopes("playlists", place) }],
};

function countItems(spec: string): number {
  const parsed: unknown = JSON.parse(spec);
  const items = isJsonObject(parsed) ? parsed["items"] : [];
  return Array.isArray(items) ? items.length : 0;
}

function intervalFaults(field: string, value: unknown): FieldFault[] {
  const faults = textFaults(field, value);
  if (faults.length > 0) return faults;
  const isDuration = typeof value === "string" && intervalMs(value) !== undefined;
  return isDuration ? [] : [invalid(field, "must be a duration such as 30s, 5m or 1h30m")];
}

function itemsFaults(items: unknown): FieldFault[] {
  if (items === undefined || items === null) return [required("spec.items")];
  if (!Array.isArray(items)) return [invalid("spec.items", "must be a list")];
  return faultsOfEach(items, (item: unknown, index) => itemFaults(`spec.items[${index}]`, item));
}

function itemFaults(field: string, item: unknown): FieldFault[] {
  if (!isJsonObject(item)) return [invalid(field, "must be an object with type and value")];
  return [
    ...typeFaults(`${field}.type`, item["type"]),
    ...textFaults(`${field}.value`, item["value"]),
    ...(item["interval"] === undefined ? [] : intervalFaults(`${field}.interval`, item["interval"])),
    ...queryFaults(`${field}.queryParams`, item),
    ...(item["schedule"] === undefined ? [] : scheduleFaults(`${field}.schedule`, item["schedule"])),
  ];
}

function typeFaults(field: string, type: unknown): FieldFault[] {
  const faults = textFaults(field, type);
  if (faults.length > 0 || PLAYLIST_ITEM_TYPES.some((known) => known === type)) return faults;
  const message = `${field} must be one of ${PLAYLIST_ITEM_TYPES.join(", ")}`;
  return [{ reason: "FieldValueNotSupported", field, message }];
}

function queryFaults(field: string, item: JsonObject): FieldFault[] {
  const query = item["queryParams"];
  return query === undefined || typeof query === "string" ? [] : [invalid(field, "must be a string")];
}

function timezoneFaults(timezone: unknown): FieldFault[] {
  if (timezone === undefined || (typeof timezone === "string" && isTimeZone(timezone))) return [];
  return [invalid("spec.timezone", "must be the name of a time zone, such as Europe/Berlin")];
}
