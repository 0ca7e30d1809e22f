import { libraryPanelOf } from "@vedette/client/dashboard-document";
import { alertQueries } from "./alert/alert-queries.ts";
import type {
  DataSourceRef,
  GridPos,
  Panel,
  PanelRepeat,
  RowPanel,
  Target,
  Transformation,
} from "./dashboard-document.ts";
import { flagOf, isObject, type JsonObject, numberOf, objectOf, objectsOf, oneOf, textOf, textsOf } from "./json.ts";
import { readDataLinks, readFieldConfig } from "./read-field-config.ts";

/** Columns of the grid. */
export const GRID_COLUMNS = 24;

/** The tallest panel that is drawn, in grid rows; foreign numbers must not stretch the page without end. */
const TALLEST = 500;
const LOWEST = 100_000;

/** Where migration leaves word of what it could not carry over. */
export const MIGRATION_NOTICES = "migrationNotices";

export function readPanels(value: unknown): readonly (Panel | RowPanel)[] {
  return objectsOf(value).map((panel) => (panel["type"] === "row" ? readRow(panel) : readPanel(panel)));
}

function readRow(row: JsonObject): RowPanel {
  return {
    kind: "row",
    id: idOf(row["id"]),
    title: textOf(row["title"]),
    isCollapsed: flagOf(row["collapsed"], false),
    panels: readPanels(row["panels"]).flatMap((panel) => (panel.kind === "panel" ? [panel] : panel.panels)),
    repeatVariable: nameOf(row["repeat"]),
    gridPos: readGridPos(row["gridPos"]),
  };
}

function readPanel(panel: JsonObject): Panel {
  return {
    kind: "panel",
    id: idOf(panel["id"]),
    type: textOf(panel["type"]),
    title: textOf(panel["title"]),
    description: textOf(panel["description"]),
    gridPos: readGridPos(panel["gridPos"]),
    datasource: readDataSource(panel["datasource"]),
    targets: readTargets(panel["type"] === "alertlist" ? alertQueries(objectOf(panel["options"])) : panel["targets"]),
    fieldConfig: readFieldConfig(panel["fieldConfig"]),
    options: objectOf(panel["options"]),
    transformations: readTransformations(panel["transformations"]),
    links: readDataLinks(panel["links"]),
    isTransparent: flagOf(panel["transparent"], false),
    repeat: readRepeat(panel),
    interval: textOf(panel["interval"]),
    maxDataPoints: positiveOf(panel["maxDataPoints"]),
    timeFrom: textOf(panel["timeFrom"]),
    timeShift: textOf(panel["timeShift"]),
    hideTimeOverride: flagOf(panel["hideTimeOverride"], false),
    missingLibraryPanel: hasType(panel) ? undefined : libraryPanelOf(panel),
    json: panel,
    notices: textsOf(panel[MIGRATION_NOTICES]),
  };
}

/** Mere references to library panels have none, or one that says so. */
function hasType({ type }: JsonObject): boolean {
  return typeof type === "string" && type !== "" && type !== "library-panel-ref";
}

/** Ids are whole and above zero; 0 stands for "none yet". */
function idOf(value: unknown): number {
  const id = numberOf(value) ?? 0;
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

function positiveOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
}

function nameOf(value: unknown): string | undefined {
  return textOf(value) || undefined;
}

export function readGridPos(value: unknown): GridPos | undefined {
  if (!isObject(value)) return undefined;
  const w = clamp(numberOf(value["w"]) ?? 12, 1, GRID_COLUMNS);
  return {
    w,
    h: clamp(numberOf(value["h"]) ?? 9, 1, TALLEST),
    x: clamp(numberOf(value["x"]) ?? 0, 0, GRID_COLUMNS - w),
    y: clamp(numberOf(value["y"]) ?? 0, 0, LOWEST),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}

/** A text is a name, a uid or `${variable}`; null and nothing are the default data source. */
export function readDataSource(value: unknown): DataSourceRef {
  if (typeof value === "string") return value === "" || value === "default" ? {} : { uid: value };
  const { type, uid } = objectOf(value);
  return {
    ...(typeof type === "string" && type !== "" ? { type } : {}),
    ...(typeof uid === "string" && uid !== "" ? { uid } : {}),
  };
}

function readRepeat({ repeat, repeatDirection, maxPerRow }: JsonObject): PanelRepeat | undefined {
  const variable = nameOf(repeat);
  if (variable === undefined) return undefined;
  return {
    variable,
    direction: oneOf(repeatDirection, ["h", "v"], "h"),
    maxPerRow: clamp(numberOf(maxPerRow) ?? 4, 1, GRID_COLUMNS),
  };
}

/** Old documents number the formats. */
const FORMATS = ["time_series", "table", "heatmap"] as const;

/** Queries of a panel; one without a `refId`, or with a taken one, gets the next free letter. */
function readTargets(value: unknown): readonly Target[] {
  const targets = objectsOf(value);
  const taken = new Set<string>();
  return targets.map((target) => {
    const written = nameOf(target["refId"]);
    const refId = written !== undefined && !taken.has(written) ? written : freeRefId(targets, taken);
    taken.add(refId);
    return readTarget(target, refId);
  });
}

function readTarget(target: JsonObject, refId: string): Target {
  const format = typeof target["format"] === "number" ? FORMATS[target["format"]] : target["format"];
  const isInstant = flagOf(target["instant"], false);
  return {
    refId,
    expr: textOf(target["expr"]),
    legendFormat: textOf(target["legendFormat"]),
    format: oneOf(format, FORMATS, "time_series"),
    isInstant,
    isRange: flagOf(target["range"], !isInstant),
    interval: textOf(target["interval"]),
    intervalFactor: Math.max(1, numberOf(target["intervalFactor"]) ?? 1),
    hide: flagOf(target["hide"], false),
    hasExemplars: flagOf(target["exemplar"], false),
    datasource: readDataSource(target["datasource"]),
    raw: target,
  };
}

/** A, B, … Z, A1, B1, …: the first that no target of the panel has. */
function freeRefId(targets: readonly JsonObject[], taken: ReadonlySet<string>): string {
  for (let count = 0; ; count++) {
    const round = Math.floor(count / 26);
    const refId = String.fromCharCode(65 + (count % 26)) + (round === 0 ? "" : String(round));
    if (!taken.has(refId) && !targets.some((target) => target["refId"] === refId)) return refId;
  }
}

function readTransformations(value: unknown): readonly Transformation[] {
  return objectsOf(value).flatMap(({ id, options, disabled, filter, topic }) =>
    typeof id === "string"
      ? [
          {
            id,
            options: objectOf(options),
            isDisabled: flagOf(disabled, false),
            topic: textOf(topic) || "series",
            filter: isObject(filter) ? { id: textOf(filter["id"]), options: filter["options"] } : undefined,
          },
        ]
      : [],
  );
}
