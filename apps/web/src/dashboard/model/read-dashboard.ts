import type { AnnotationQuery, Dashboard, DashboardLink, Panel, RowPanel, TimePicker } from "./dashboard-document.ts";
import {
  flagOf,
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  oneOf,
  scalarText,
  textOf,
  textsOf,
} from "./json.ts";
import { readDataSource, readPanels } from "./read-panel.ts";
import type { TimeRange } from "./time/time-range.ts";
import { type Variable, variableOf } from "./variable/variable.ts";

/**
 * Reads a dashboard document of schema 41. Odd input becomes sane values, nothing throws; older documents go through
 * `migrateToShow` first.
 */
export function readDashboard(spec: unknown): Dashboard {
  const written = objectOf(spec);
  return {
    title: textOf(written["title"]),
    description: textOf(written["description"]),
    tags: textsOf(written["tags"]),
    isEditable: flagOf(written["editable"], true),
    cursorSync: CURSOR_SYNC[numberOf(written["graphTooltip"]) ?? 0] ?? "off",
    links: objectsOf(written["links"]).map(readLink),
    isLive: flagOf(written["liveNow"], false),
    preload: flagOf(written["preload"], false),
    panels: withUniqueIds(readPanels(written["panels"])),
    refresh: textOf(written["refresh"]),
    time: readRange(written["time"]),
    timepicker: readTimePicker(written["timepicker"]),
    json: written,
    variables: readVariables(objectOf(written["templating"])["list"]),
    annotations: objectsOf(objectOf(written["annotations"])["list"]).map(readAnnotation),
  };
}

const CURSOR_SYNC = ["off", "crosshair", "tooltip"] as const;

function readRange(value: unknown): TimeRange {
  const { from, to } = objectOf(value);
  return { from: scalarText(from) ?? "now-6h", to: scalarText(to) ?? "now" };
}

function readTimePicker(value: unknown): TimePicker {
  const { hidden, nowDelay, refresh_intervals } = objectOf(value);
  return {
    isHidden: flagOf(hidden, false),
    nowDelay: textOf(nowDelay),
    refreshIntervals: textsOf(refresh_intervals),
  };
}

function readLink(link: JsonObject): DashboardLink {
  return {
    kind: oneOf(link["type"], ["link", "dashboards"], "link"),
    title: textOf(link["title"]),
    url: textOf(link["url"]),
    tooltip: textOf(link["tooltip"]),
    icon: textOf(link["icon"]),
    tags: textsOf(link["tags"]),
    asDropdown: flagOf(link["asDropdown"], false),
    opensNewTab: flagOf(link["targetBlank"], false),
    includeVars: flagOf(link["includeVars"], false),
    keepTime: flagOf(link["keepTime"], false),
  };
}

export function readAnnotation(written: JsonObject): AnnotationQuery {
  const target = objectOf(written["target"]);
  const filter = written["filter"];
  return {
    name: textOf(written["name"]),
    isEnabled: flagOf(written["enable"], true),
    isHidden: flagOf(written["hide"], false),
    isBuiltIn: written["builtIn"] === 1 || written["builtIn"] === true,
    iconColor: textOf(written["iconColor"]),
    datasource: readDataSource(written["datasource"]),
    expr: textOf(written["expr"]) || textOf(target["expr"]),
    tagged: readTagged(written["type"] === "tags" ? written : target),
    step: textOf(written["step"]) || textOf(target["interval"]),
    titleFormat: textOf(written["titleFormat"]),
    textFormat: textOf(written["textFormat"]),
    tagKeys: textOf(written["tagKeys"])
      .split(",")
      .flatMap((key) => key.trim() || []),
    filter: isObject(filter)
      ? {
          ids: listOf(filter["ids"]).filter((id) => typeof id === "number"),
          isExclusion: flagOf(filter["exclude"], false),
        }
      : undefined,
  };
}

/** The kind stands in the target; early documents have it in the query itself. */
function readTagged({ type, tags, matchAny }: JsonObject): AnnotationQuery["tagged"] {
  const known = textsOf(tags);
  return type === "tags" && known.length > 0 ? { tags: known, isAny: matchAny === true } : undefined;
}

/** Variables without a name, and second ones of a name, are passed over. */
function readVariables(value: unknown): readonly Variable[] {
  const byName = new Map<string, Variable>();
  for (const variable of objectsOf(value).map(variableOf)) {
    if (variable.name !== "" && !byName.has(variable.name)) byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

/** The first panel of an id keeps it; the others, and those without one, get numbers above the highest. */
function withUniqueIds(panels: readonly (Panel | RowPanel)[]): readonly (Panel | RowPanel)[] {
  const everyId = panels.flatMap((panel) => [
    panel.id,
    ...(panel.kind === "row" ? panel.panels.map(({ id }) => id) : []),
  ]);
  let next = everyId.reduce((highest, id) => Math.max(highest, id), 0) + 1;
  const taken = new Set<number>([0]);
  const claim = (id: number) => {
    const own = taken.has(id) ? next++ : id;
    taken.add(own);
    return own;
  };
  return panels.map((panel) => {
    const id = claim(panel.id);
    if (panel.kind === "panel") return { ...panel, id };
    return { ...panel, id, panels: panel.panels.map((inner) => ({ ...inner, id: claim(inner.id) })) };
  });
}
