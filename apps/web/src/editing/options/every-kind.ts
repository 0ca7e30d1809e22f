import { FIELD_KINDS, NUMBER, number, optionsFor, type PanelOption, pick, SWITCH, TEXT } from "./option-row.ts";

/** Series are told apart by colours; single values say by theirs how they are. What is there tells whose default counts. */
const OF_SERIES = ["timeseries", "piechart", "barchart", "histogram"];
const OF_VALUES = ["stat", "gauge", "bargauge", "table", "state-timeline", "status-history"];

const BY_NAME = { "palette-classic": "Name" };
const BY_THRESHOLDS = { thresholds: "Thresholds" };
const BY_MORE = {
  fixed: "One colour",
  shades: "Shades of one colour",
  "continuous-GrYlRd": "Value: green to red",
  "continuous-RdYlGr": "Value: red to green",
  "continuous-BlYlRd": "Value: blue to red",
  "continuous-YlRd": "Value: yellow to red",
  "continuous-BlPu": "Value: blue to purple",
  "continuous-greens": "Value: greens",
  "continuous-reds": "Value: reds",
  "continuous-viridis": "Value: Viridis",
  "continuous-plasma": "Value: Plasma",
  "continuous-cividis": "Value: Cividis",
};

/** In English, what every panel has, and what is said of the values of all that draw some. */
export const EVERY_KIND: readonly PanelOption[] = [
  ...optionsFor("panel", undefined, [
    ["Title", "title", TEXT],
    ["Description", "description", { as: "lines", rows: 2 }],
    ["Without a frame", "transparent", SWITCH],
  ]),
  ...optionsFor("field", FIELD_KINDS, [
    ["Unit", "field.unit", { as: "unit" }],
    ["Decimals", "field.decimals", number(0, 10)],
    ["Lowest", "field.min", NUMBER],
    ["Highest", "field.max", NUMBER],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into dashboards
    ["Name", "field.displayName", { as: "text", hint: "${__field.name}, ${__field.labels.job}" }],
    ["Without a value", "field.noValue", TEXT],
  ]),
  ...optionsFor("field", OF_SERIES, [
    ["Colours by", "field.color.mode", pick({ ...BY_NAME, ...BY_THRESHOLDS, ...BY_MORE })],
  ]),
  ...optionsFor("field", OF_VALUES, [
    ["Colours by", "field.color.mode", pick({ ...BY_THRESHOLDS, ...BY_NAME, ...BY_MORE })],
  ]),
  ...optionsFor(
    "field",
    [...OF_SERIES, ...OF_VALUES],
    [["One colour", "field.color.fixedColor", { as: "color", isOptional: true }]],
  ),
  ...optionsFor(
    "field",
    ["timeseries"],
    [
      [
        "By the colour of",
        "field.color.seriesBy",
        pick({ last: "The last value", min: "The lowest value", max: "The highest value" }),
      ],
    ],
  ),
  ...optionsFor("query", FIELD_KINDS, [
    ["Time range of its own", "timeFrom", { as: "text", example: "1h" }],
    ["Moved into the past by", "timeShift", { as: "text", example: "1d" }],
    ["Least step", "interval", { as: "text", example: "30s" }],
    ["Most points", "maxDataPoints", number(1)],
  ]),
];
