import { each, type Support } from "./support.ts";

/** Keys of a panel. */
export const PANEL_SUPPORT: Support = {
  rendered: [
    ...["datasource", "description", "fieldConfig", "gridPos", "hideTimeOverride", "id", "interval", "libraryPanel"],
    ...["links", "maxDataPoints", "maxPerRow", "options", "repeat", "repeatDirection", "targets", "timeFrom"],
    ...["timeShift", "title", "transformations", "transparent", "type"],
  ],
  noticed: { timeCompare: [] },
  unrelated: ["autoMigrateFrom", "cacheTimeout", "pluginVersion", "queryCachingTTL"],
};

/** Settings of fields, in the defaults and as override properties. */
export const FIELD_SUPPORT: Support = {
  rendered: [
    ...["color", "custom", "decimals", "displayName", "displayNameFromDS", "fieldMinMax", "links", "mappings"],
    ...["max", "min", "noValue", "thresholds", "unit"],
  ],
  noticed: { actions: [], description: [], filterable: [] },
  unrelated: ["path", "writeable", "unitScale", "nullValueMode"],
};

/** Which fields an override is about. */
export const MATCHER_SUPPORT: Support = {
  rendered: [
    ...["byName", "byNames", "byRegexp", "byRegexpOrNames", "byType", "byTypes", "byFrameRefID", "byValue"],
    ...["numeric", "time", "first", "firstTimeField"],
  ],
  noticed: {},
};

export const MATCHER_SCOPE_SUPPORT: Support = {
  rendered: ["series"],
  noticed: each(["nested", "annotation", "exemplar"]),
};

/** Keys of a transformation. Ids are those that `transformFrames` knows. */
export const TRANSFORMATION_SUPPORT: Support = {
  rendered: ["disabled", "filter", "id", "options"],
  noticed: { topic: ["series"] },
};

/** Keys of a Prometheus query. */
export const TARGET_SUPPORT: Support = {
  rendered: [
    ...["datasource", "exemplar", "expr", "format", "hide", "instant", "interval", "intervalFactor"],
    ...["legendFormat", "range", "refId"],
  ],
  noticed: each(["adhocFilters", "groupByKeys", "scopes"]),
  // Of the editor, of Explore, and of the peer's own back end.
  unrelated: [
    ...["editorMode", "fromExploreMetrics", "hinting", "key", "queryType", "showingGraph", "showingTable"],
    ...["utcOffsetSec", "valueWithRefId"],
  ],
};

/** Keys of a variable. */
export const VARIABLE_SUPPORT: Support = {
  rendered: [
    ...["allValue", "current", "datasource", "hide", "includeAll", "label", "multi", "name", "options", "query"],
    ...["refresh", "regex", "skipUrlSync", "sort", "type"],
  ],
  noticed: {
    allowCustomValue: [true],
    enableGroupBy: [],
    regexApplyTo: ["value"],
    staticOptions: [],
    valuesFormat: ["csv"],
  },
  // A description explains; static options have an order only where there are some.
  unrelated: ["description", "staticOptionsOrder"],
};

export const VARIABLE_TYPE_SUPPORT: Support = {
  rendered: ["query", "adhoc", "constant", "datasource", "interval", "textbox", "custom", "snapshot"],
  // Shown with the value that they were saved with.
  noticed: each(["groupby", "switch", "system"]),
};
