import { each, named, type Support } from "./support.ts";

// A table: it may be longer than other files.

const REDUCE = named("options.reduceOptions", ["calcs", "fields", "limit", "values"]);
const LEGEND = ["calcs", "displayMode", "placement", "showLegend", "sortBy", "sortDesc", "width"];
const LEGEND_NEW = ["asTable", "isVisible", "limit", "overflow"];
const TOOLTIP_SIZE = each(["options.tooltip.maxHeight", "options.tooltip.maxWidth"], [600]);
const HIDE = named("custom.hideFrom", ["legend", "tooltip", "viz"]);
const NO_TIME_ZONES = { "options.timezone": ["[]", '[""]'] };
const ANNOTATIONS = {
  "options.annotations.clustering": [-1],
  "options.annotations.multiLane": [],
  "options.annotations.lines.width": [],
  "options.annotations.regions.opacity": [],
};
/** Axes of charts that draw plain ones. */
const PLAIN_AXIS = {
  "custom.axisBorderShow": [],
  "custom.axisCenteredZero": [],
  "custom.axisColorMode": ["text"],
  "custom.axisGridShow": [true],
  "custom.axisLabel": [],
  "custom.axisPlacement": ["auto"],
  "custom.axisSoftMax": [],
  "custom.axisSoftMin": [0],
  "custom.axisWidth": [],
  "custom.scaleDistribution.type": ["linear"],
  "custom.scaleDistribution.log": [],
  "custom.scaleDistribution.linearThreshold": [],
};

const TIME_SERIES_FIELD = named("custom", [
  ...["axisBorderShow", "axisCenteredZero", "axisColorMode", "axisGridShow", "axisLabel", "axisPlacement"],
  ...["axisSoftMax", "axisSoftMin", "barAlignment", "barWidthFactor", "drawStyle", "fillBelowTo", "fillOpacity"],
  ...["gradientMode", "hideFrom.legend", "hideFrom.tooltip", "hideFrom.viz", "insertNulls", "lineInterpolation"],
  ...["lineStyle.dash", "lineStyle.fill", "lineWidth", "pointSize", "scaleDistribution.log", "showPoints"],
  ...["spanNulls", "stacking.group", "stacking.mode"],
]);
const TIME_SERIES_FIELD_NOTICED = {
  ...each(["custom.axisWidth", "custom.barMaxWidth", "custom.fillColor", "custom.lineColor", "custom.pointColor"]),
  "custom.pointSymbol": ["circle"],
  "custom.scaleDistribution.linearThreshold": [],
  "custom.scaleDistribution.type": ["linear", "log"],
  "custom.showValues": [],
  "custom.thresholdsStyle.mode": ["off", "line", "dashed", "area", "line+area", "dashed+area"],
  "custom.transform": ["negative-Y"],
};
const TIME_SERIES_OPTIONS = [
  ...named("options.legend", LEGEND),
  ...named("options.tooltip", ["hideZeros", "mode", "sort"]),
];

const BAR_FIELD = {
  rendered: ["custom.fillOpacity", ...HIDE],
  noticed: { ...PLAIN_AXIS, "custom.gradientMode": ["none"], "custom.lineWidth": [0, 1] },
};
const BAR_OPTIONS_NOTICED = {
  ...each(named("options.legend", LEGEND_NEW)),
  ...TOOLTIP_SIZE,
  "options.tooltip.hideZeros": [],
  "options.tooltip.sort": ["none"],
};

const STATE_FIELD_NOTICED = {
  ...PLAIN_AXIS,
  "custom.fillOpacity": [70],
  "custom.lineWidth": [0, 1],
  "custom.hideFrom.legend": [],
  "custom.hideFrom.tooltip": [],
};
const STATE_OPTIONS_NOTICED = {
  ...ANNOTATIONS,
  ...NO_TIME_ZONES,
  ...TOOLTIP_SIZE,
  ...each(named("options.legend", ["calcs", "sortBy", "sortDesc", "width", ...LEGEND_NEW])),
  "options.legend.displayMode": ["list"],
  "options.legend.placement": ["bottom"],
  "options.tooltip.hideZeros": [],
  "options.tooltip.mode": ["single"],
  "options.tooltip.sort": ["none"],
  // All rows are shown.
  "options.perPage": [20],
};

/** Rules of Prometheus have alerts while they are pending or firing only. */
const NO_SUCH_ALERT = [true, false];

const LOGGED_TEXT = each(named("options.text", ["percentSize", "titleSize", "valueSize"]));

/** Cells of the peer's small charts have the options of its large ones. */
const CELL_CHART = each(
  named("custom.cellOptions", [
    ...["axisBorderShow", "axisCenteredZero", "axisColorMode", "axisGridShow", "axisLabel", "axisPlacement"],
    ...["axisSoftMax", "axisSoftMin", "axisWidth", "barAlignment", "barMaxWidth", "barWidthFactor", "drawStyle"],
    ...["fillBelowTo", "fillColor", "fillOpacity", "gradientMode", "hideFrom.legend", "hideFrom.tooltip"],
    ...["hideFrom.viz", "insertNulls", "lineColor", "lineInterpolation", "lineStyle.dash", "lineStyle.fill"],
    ...["lineWidth", "pointColor", "pointSize", "pointSymbol", "scaleDistribution.linearThreshold"],
    ...["scaleDistribution.log", "scaleDistribution.type", "showPoints", "showValues", "spanNulls"],
    ...["stacking.group", "stacking.mode", "thresholdsStyle.mode", "transform"],
  ]),
);

/** Options of each kind of panel that is rendered: `options.…`, and `custom.…` of its fields. */
export const PANEL_OPTION_SUPPORT: Readonly<Record<string, Support>> = {
  alertlist: {
    rendered: named("options", ["alertInstanceLabelFilter", "alertName", "maxItems", "sortOrder", "viewMode"]),
    noticed: {
      ...each(named("options", ["dashboardAlerts", "folder", "groupBy"])),
      "options.groupMode": ["default"],
      ...each(named("options.stateFilter", ["normal", "noData", "error"]), NO_SUCH_ALERT),
    },
  },
  barchart: {
    rendered: [
      ...named("options", [
        "barRadius",
        "barWidth",
        "colorByField",
        "groupWidth",
        "orientation",
        "showValue",
        "stacking",
      ]),
      ...named("options", ["text.valueSize", "tooltip.mode", "xField", "xTickLabelMaxLength", "xTickLabelRotation"]),
      ...named("options.legend", LEGEND),
      ...BAR_FIELD.rendered,
    ],
    noticed: {
      ...BAR_FIELD.noticed,
      ...BAR_OPTIONS_NOTICED,
      ...each(["options.fullHighlight", "options.text.percentSize", "options.text.titleSize"]),
      "options.xTickLabelSpacing": [0],
      "custom.thresholdsStyle.mode": ["off"],
    },
  },
  bargauge: {
    rendered: [
      ...named("options", [
        "displayMode",
        "maxVizHeight",
        "minVizHeight",
        "minVizWidth",
        "namePlacement",
        "orientation",
      ]),
      ...named("options", ["showUnfilled", "sizing", "valueMode"]),
      ...REDUCE,
    ],
    noticed: { "options.legend.showLegend": [], ...LOGGED_TEXT },
    // Only where the legend is shown.
    unrelated: named("options.legend", [...LEGEND.filter((name) => name !== "showLegend"), ...LEGEND_NEW]),
  },
  dashlist: {
    rendered: named("options", [
      ...["folderUID", "includeVars", "keepTime", "maxItems", "query", "showHeadings", "showRecentlyViewed"],
      ...["showSearch", "showStarred", "tags"],
    ]),
    noticed: { "options.folderId": [], "options.showFolderNames": [true] },
  },
  gauge: {
    rendered: [...named("options", ["orientation", "showThresholdMarkers"]), ...REDUCE],
    noticed: {
      ...LOGGED_TEXT,
      ...each(["options.effects.barGlow", "options.effects.centerGlow", "options.effects.gradient", "options.neutral"]),
      ...each(["options.showThresholdLabels", "options.sparkline"]),
      "options.barShape": ["flat"],
      "options.barWidthFactor": [0.5],
      "options.endpointMarker": ["point", "none"],
      "options.minVizHeight": [75],
      "options.minVizWidth": [75],
      "options.segmentCount": [1],
      "options.segmentSpacing": [0.3],
      "options.shape": ["gauge"],
      "options.sizing": ["auto"],
      "options.textMode": ["auto"],
    },
  },
  heatmap: {
    rendered: [
      ...named("options", ["calculate", "cellGap", "exemplars.color", "legend.show", "showValue"]),
      ...named("options.calculation", ["xBuckets.mode", "xBuckets.value", "yBuckets.mode", "yBuckets.value"]),
      ...named("options.color", ["exponent", "fill", "max", "min", "mode", "reverse", "scale", "scheme", "steps"]),
      ...named("options.filterValues", ["ge", "le"]),
      ...named("options.yAxis", ["axisLabel", "axisPlacement", "decimals", "max", "min", "reverse", "unit"]),
    ],
    noticed: {
      ...ANNOTATIONS,
      ...TOOLTIP_SIZE,
      ...each(HIDE),
      ...each(named("options.calculation.xBuckets.scale", ["linearThreshold", "log"])),
      ...each(named("options.calculation.yBuckets.scale", ["linearThreshold", "log"])),
      "options.calculation.xBuckets.scale.type": ["linear"],
      "options.calculation.yBuckets.scale.type": ["linear"],
      "options.cellRadius": [0],
      ...each(["options.cellValues.decimals", "options.cellValues.unit", "options.legend.width"]),
      "options.legend.placement": ["bottom"],
      "options.rowsFrame.layout": ["auto", "le"],
      "options.rowsFrame.value": [],
      ...each(named("options.rowsFrame.yBucketScale", ["linearThreshold", "log"])),
      "options.rowsFrame.yBucketScale.type": ["linear"],
      "options.selectionMode": ["x"],
      "options.tooltip.mode": ["single", "multi"],
      ...each(["options.tooltip.showColorScale", "options.tooltip.yHistogram"]),
      ...each(
        named("options.yAxis", ["axisBorderShow", "axisCenteredZero", "axisSoftMax", "axisSoftMin", "axisWidth"]),
      ),
      "options.yAxis.axisColorMode": ["text"],
      "options.yAxis.axisGridShow": [true],
      ...each(named("options.yAxis.scaleDistribution", ["linearThreshold", "log"])),
      "options.yAxis.scaleDistribution.type": ["linear"],
      ...each(["custom.scaleDistribution.linearThreshold", "custom.scaleDistribution.log"]),
      "custom.scaleDistribution.type": ["linear"],
    },
  },
  histogram: {
    rendered: [
      ...named("options", ["bucketCount", "bucketOffset", "bucketSize", "combine", "tooltip.mode"]),
      ...named("options.legend", LEGEND),
      ...BAR_FIELD.rendered,
    ],
    noticed: {
      ...BAR_FIELD.noticed,
      ...BAR_OPTIONS_NOTICED,
      "custom.stacking.group": ["A"],
      "custom.stacking.mode": ["none"],
    },
  },
  piechart: {
    rendered: [
      ...named("options", ["displayLabels", "pieType", "tooltip.mode", "tooltip.sort"]),
      ...named("options.legend", ["displayMode", "placement", "showLegend", "values"]),
      ...REDUCE,
      "custom.hideFrom.viz",
    ],
    noticed: {
      ...LOGGED_TEXT,
      ...TOOLTIP_SIZE,
      ...each(["custom.hideFrom.legend", "custom.hideFrom.tooltip", "options.tooltip.hideZeros"]),
      ...each(named("options.legend", ["sortBy", "sortDesc", "width", ...LEGEND_NEW])),
      "options.sort": ["desc"],
    },
    // The peer's pies do not read them either.
    unrelated: ["options.legend.calcs", "options.orientation"],
  },
  stat: {
    rendered: [
      ...named("options", ["colorMode", "graphMode", "justifyMode", "orientation", "percentChangeColorMode"]),
      ...named("options", ["showPercentChange", "text.titleSize", "text.valueSize", "textMode"]),
      ...REDUCE,
    ],
    // Without the wide layout the name is above the value.
    noticed: { "options.text.percentSize": [], "options.wideLayout": [true] },
  },
  "state-timeline": {
    rendered: [
      ...named("options", ["legend.showLegend", "mergeValues", "rowHeight", "showValue"]),
      "custom.hideFrom.viz",
    ],
    noticed: { ...STATE_FIELD_NOTICED, ...STATE_OPTIONS_NOTICED, "options.alignValue": ["left"] },
  },
  "status-history": {
    rendered: [...named("options", ["legend.showLegend", "rowHeight", "showValue"]), "custom.hideFrom.viz"],
    noticed: { ...STATE_FIELD_NOTICED, ...STATE_OPTIONS_NOTICED, "options.colWidth": [0.9] },
  },
  table: {
    rendered: [
      ...named("options", ["cellHeight", "frameIndex", "showHeader", "sortBy"]),
      ...named("custom", ["align", "filterable", "hideFrom.viz", "minWidth", "width"]),
      ...named("custom.cellOptions", ["applyToRow", "hideValue", "mode"]),
    ],
    converted: { "custom.displayMode": "custom.cellOptions" },
    noticed: {
      ...CELL_CHART,
      ...each(
        named("options", ["disableKeyboardEvents", "enablePagination", "maxRowHeight", "pageSize", "showTypeIcons"]),
      ),
      ...each(named("custom", ["footer.reducers", "hideHeader", "inspect", "styleField", "tooltip.field"])),
      ...each(
        named("custom", ["tooltip.placement", "wrapHeaderText", "wrapText", "hideFrom.legend", "hideFrom.tooltip"]),
      ),
      ...each(named("custom.cellOptions", ["alt", "dynamicHeight", "title"])),
      "custom.cellOptions.type": [
        ...["auto", "color-text", "color-background", "gauge", "json-view", "data-links", "pill", "sparkline"],
      ],
      "custom.cellOptions.valueDisplayMode": ["text"],
      "custom.sortable": [true],
      "options.frozenColumns.left": [0],
    },
  },
  text: {
    rendered: ["options.content", "options.mode"],
    noticed: {
      ...each(["options.code.showLineNumbers", "options.code.showMiniMap"]),
      "options.code.language": ["plaintext"],
      "options.renderMode": ["once"],
    },
  },
  timeseries: {
    rendered: [...TIME_SERIES_OPTIONS, ...TIME_SERIES_FIELD],
    noticed: {
      ...TIME_SERIES_FIELD_NOTICED,
      ...ANNOTATIONS,
      ...NO_TIME_ZONES,
      ...TOOLTIP_SIZE,
      ...each(named("options.legend", [...LEGEND_NEW, "enableFacetedFilter", "facetedFilterPinned"])),
      "options.disableKeyboardEvents": [],
      "options.orientation": ["horizontal"],
      "options.timeCompare.timeCompare": [],
    },
  },
  trend: {
    rendered: [...TIME_SERIES_OPTIONS, ...TIME_SERIES_FIELD],
    noticed: {
      ...TIME_SERIES_FIELD_NOTICED,
      ...TOOLTIP_SIZE,
      ...each(named("options.legend", LEGEND_NEW)),
      "options.xField": [],
    },
  },
};
