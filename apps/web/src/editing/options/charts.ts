import {
  CALCULATIONS,
  choicesOf,
  FIELD,
  NUMBER,
  number,
  ON,
  optionsFor,
  type PanelOption,
  pick,
  SWITCH,
  TEXT,
} from "./option-row.ts";

const TIME_SERIES = ["timeseries"];
/** Their legend is the same part. */
const BESIDE_LEGEND = ["timeseries", "barchart", "histogram"];
const LEGEND = [...BESIDE_LEGEND, "piechart", "state-timeline", "status-history"];

/** Documents name the column that a legend is sorted by, in English. */
const LEGEND_ORDERS = {
  "": "As asked",
  Name: "Name",
  "Last *": "Last",
  Mean: "Mean",
  Min: "Lowest",
  Max: "Highest",
  Total: "Total",
};

/** In English, what is drawn with axes and legends. */
export const CHARTS: readonly PanelOption[] = [
  ...optionsFor("graph", TIME_SERIES, [
    ["Drawn as", "custom.drawStyle", pick({ line: "Lines", bars: "Bars", points: "Points" })],
    [
      "Curve",
      "custom.lineInterpolation",
      pick({ linear: "Straight", smooth: "Smooth", stepBefore: "Step before", stepAfter: "Step after" }),
    ],
    ["Line width", "custom.lineWidth", number(0, 10)],
    ["Line style", "custom.lineStyle.fill", pick({ solid: "Solid", dash: "Dashed", dot: "Dotted" })],
  ]),
  ...optionsFor("graph", ["timeseries", "barchart", "histogram"], [["Fill", "custom.fillOpacity", number(0, 100)]]),
  ...optionsFor("graph", TIME_SERIES, [
    [
      "The fill fades",
      "custom.gradientMode",
      pick({ none: "No", opacity: "To the ground", hue: "In its hue", scheme: "With the colours of the values" }),
    ],
    ["Filled down to", "custom.fillBelowTo", FIELD],
    ["Points", "custom.showPoints", pick({ auto: "Where there is room", always: "Always", never: "Never" })],
    ["Size of points", "custom.pointSize", number(1, 40)],
    ["Width of bars", "custom.barWidthFactor", number(0.1, 1)],
    ["Stack", "custom.stacking.mode", pick({ none: "No", normal: "Sum", percent: "Share" })],
    ["Below zero", "custom.transform", pick({ "": "As it is", "negative-Y": "Turned over" })],
    ["Bridge gaps", "custom.spanNulls", SWITCH],
    [
      "Show thresholds",
      "custom.thresholdsStyle.mode",
      pick({
        off: "No",
        line: "Lines",
        dashed: "Dashed",
        area: "Areas",
        "line+area": "Lines and areas",
        "dashed+area": "Dashed and areas",
      }),
    ],
  ]),
  ...optionsFor("graph", [...TIME_SERIES, "piechart"], [["Hide in the chart", "custom.hideFrom.viz", SWITCH]]),
  ...optionsFor("graph", TIME_SERIES, [
    ["Hide in the legend", "custom.hideFrom.legend", SWITCH],
    ["Hide in the tooltip", "custom.hideFrom.tooltip", SWITCH],
  ]),
  ...optionsFor("axis", TIME_SERIES, [
    [
      "Axis at",
      "custom.axisPlacement",
      pick({ auto: "Left, another unit right", left: "Left", right: "Right", hidden: "Hidden" }),
    ],
    ["Axis label", "custom.axisLabel", TEXT],
    ["Scale", "custom.scaleDistribution.type", pick({ linear: "Linear", log: "Logarithmic" })],
    ["Base of the logarithm", "custom.scaleDistribution.log", number(2, 10)],
    ["Reaches down to at least", "custom.axisSoftMin", NUMBER],
    ["Reaches up to at least", "custom.axisSoftMax", NUMBER],
    ["Zero in the middle", "custom.axisCenteredZero", SWITCH],
    ["Grid lines", "custom.axisGridShow", ON],
    ["Axis line", "custom.axisBorderShow", SWITCH],
    ["Axis in the colour of", "custom.axisColorMode", pick({ text: "Text", series: "The series" })],
  ]),
  ...optionsFor(
    "graph",
    ["barchart"],
    [
      [
        "Direction",
        "options.orientation",
        pick({ auto: "As there is room", horizontal: "Horizontal", vertical: "Vertical" }),
      ],
      ["Stack", "options.stacking", pick({ none: "No", normal: "Sum", percent: "Share" })],
      ["Groups by", "options.xField", FIELD],
      ["Colours by the field", "options.colorByField", FIELD],
      ["Values", "options.showValue", pick({ auto: "Where there is room", always: "Always", never: "Never" })],
      ["Width of groups", "options.groupWidth", number(0.05, 1)],
      ["Width of bars", "options.barWidth", number(0.05, 1)],
      ["Rounded by", "options.barRadius", number(0, 0.5)],
    ],
  ),
  ...optionsFor(
    "axis",
    ["barchart"],
    [
      ["Labels turned by", "options.xTickLabelRotation", number(-90, 90)],
      ["Longest label", "options.xTickLabelMaxLength", number(0)],
    ],
  ),
  ...optionsFor("legend", LEGEND, [["Legend", "options.legend.showLegend", ON]]),
  ...optionsFor("legend", BESIDE_LEGEND, [
    ["Legend as", "options.legend.displayMode", pick({ list: "List", table: "Table" })],
  ]),
  ...optionsFor(
    "legend",
    [...BESIDE_LEGEND, "piechart"],
    [["Legend at", "options.legend.placement", pick({ bottom: "Bottom", right: "Right" })]],
  ),
  ...optionsFor("legend", BESIDE_LEGEND, [
    ["Values in the legend", "options.legend.calcs", { as: "several", choices: CALCULATIONS }],
  ]),
  ...optionsFor("legend", TIME_SERIES, [
    ["Legend by", "options.legend.sortBy", pick(LEGEND_ORDERS)],
    ["Legend falling", "options.legend.sortDesc", SWITCH],
  ]),
  ...optionsFor(
    "legend",
    ["piechart"],
    [
      [
        "Values in the legend",
        "options.legend.values",
        { as: "several", choices: choicesOf({ value: "Value", percent: "Share" }) },
      ],
    ],
  ),
  ...optionsFor(
    "legend",
    ["timeseries", "piechart", "barchart"],
    [["Tooltip", "options.tooltip.mode", pick({ single: "Nearest", multi: "All", none: "None" })]],
  ),
  ...optionsFor(
    "legend",
    ["timeseries", "piechart"],
    [["Tooltip order", "options.tooltip.sort", pick({ none: "As asked", asc: "Rising", desc: "Falling" })]],
  ),
];
