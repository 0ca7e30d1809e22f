import { translatedLater } from "../messages/translated-later.ts";
import { COLOR_CHOICES } from "./color-choices.ts";
import type { Choice, DocumentOption } from "./document-option.ts";
import { editingMessages } from "./messages.ts";

/** One option of a panel and where it stands in the panel's document. */
export interface PanelOption extends DocumentOption {
  readonly group: keyof typeof editingMessages.groups;
  /** Kinds of panels that have it; all unless given. */
  readonly kinds?: readonly string[];
}

const choice = (id: string, label = id): Choice => ({ id, label });

const VALUE_KINDS = ["stat", "gauge", "bargauge", "piechart"];
const STATE_KINDS = ["state-timeline", "status-history"];
const LEGEND_KINDS = ["timeseries", "piechart", "barchart", ...STATE_KINDS];
const FIELD_KINDS = [
  ...["timeseries", "stat", "gauge", "bargauge", "table", "piechart", "barchart", "histogram", "heatmap"],
  ...STATE_KINDS,
];

const UNITS: readonly Choice[] = [
  choice("", "none"),
  ...["short", "percent", "percentunit", "bytes", "decbytes", "Bps", "binBps", "bps", "pps"].map((id) => choice(id)),
  ...["ns", "µs", "ms", "s", "m", "h", "d", "dtdurations", "dateTimeAsIso", "dateTimeFromNow"].map((id) => choice(id)),
  ...["ops", "reqps", "rps", "wps", "iops", "eps", "hertz", "celsius", "bool_yes_no", "string"].map((id) => choice(id)),
];

const CALCULATIONS: readonly Choice[] = [
  choice("lastNotNull", "Last"),
  choice("mean", "Mean"),
  choice("min", "Lowest"),
  choice("max", "Highest"),
  choice("sum", "Total"),
  choice("count", "Count"),
  choice("range", "Range"),
  choice("diff", "Difference"),
];

const custom = (member: string) => ["fieldConfig", "defaults", "custom", member];

/** In English; every option that the editor offers; those of a document that are not here stay as they are. */
const ENGLISH_OPTIONS: readonly PanelOption[] = [
  { label: "Title", group: "panel", path: ["title"], control: { as: "text" } },
  { label: "Description", group: "panel", path: ["description"], control: { as: "text" } },
  { label: "Without a frame", group: "panel", path: ["transparent"], control: { as: "switch" } },
  {
    label: "Form",
    group: "panel",
    path: ["options", "mode"],
    kinds: ["text"],
    control: {
      as: "choice",
      choices: [choice("markdown", "Markdown"), choice("html", "HTML"), choice("code", "Code")],
    },
  },
  { label: "Text", group: "panel", path: ["options", "content"], kinds: ["text"], control: { as: "lines" } },

  {
    label: "Unit",
    group: "field",
    path: ["fieldConfig", "defaults", "unit"],
    kinds: FIELD_KINDS,
    control: { as: "choice", choices: UNITS },
  },
  {
    label: "Decimals",
    group: "field",
    path: ["fieldConfig", "defaults", "decimals"],
    kinds: FIELD_KINDS,
    control: { as: "number", min: 0, max: 10 },
  },
  {
    label: "Lowest",
    group: "field",
    path: ["fieldConfig", "defaults", "min"],
    kinds: FIELD_KINDS,
    control: { as: "number" },
  },
  {
    label: "Highest",
    group: "field",
    path: ["fieldConfig", "defaults", "max"],
    kinds: FIELD_KINDS,
    control: { as: "number" },
  },
  {
    label: "Name",
    group: "field",
    path: ["fieldConfig", "defaults", "displayName"],
    kinds: FIELD_KINDS,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into dashboards
    control: { as: "text", hint: "${__field.name}, ${__field.labels.job}" },
  },
  {
    label: "Without a value",
    group: "field",
    path: ["fieldConfig", "defaults", "noValue"],
    kinds: FIELD_KINDS,
    control: { as: "text" },
  },
  {
    label: "Colours by",
    group: "field",
    path: ["fieldConfig", "defaults", "color", "mode"],
    kinds: FIELD_KINDS,
    control: {
      as: "choice",
      choices: [choice("palette-classic", "Name"), choice("thresholds", "Thresholds"), choice("fixed", "One colour")],
    },
  },
  {
    label: "One colour",
    group: "field",
    path: ["fieldConfig", "defaults", "color", "fixedColor"],
    kinds: FIELD_KINDS,
    control: { as: "choice", choices: [choice("", "none"), ...COLOR_CHOICES] },
  },

  {
    label: "Drawn as",
    group: "graph",
    path: custom("drawStyle"),
    kinds: ["timeseries"],
    control: { as: "choice", choices: [choice("line", "Lines"), choice("bars", "Bars"), choice("points", "Points")] },
  },
  {
    label: "Curve",
    group: "graph",
    path: custom("lineInterpolation"),
    kinds: ["timeseries"],
    control: {
      as: "choice",
      choices: [
        choice("linear", "Straight"),
        choice("smooth", "Smooth"),
        choice("stepBefore", "Step before"),
        choice("stepAfter", "Step after"),
      ],
    },
  },
  {
    label: "Line width",
    group: "graph",
    path: custom("lineWidth"),
    kinds: ["timeseries"],
    control: { as: "number", min: 0, max: 10 },
  },
  {
    label: "Fill",
    group: "graph",
    path: custom("fillOpacity"),
    kinds: ["timeseries"],
    control: { as: "number", min: 0, max: 100 },
  },
  {
    label: "Points",
    group: "graph",
    path: custom("showPoints"),
    kinds: ["timeseries"],
    control: {
      as: "choice",
      choices: [choice("auto", "Where there is room"), choice("always", "Always"), choice("never", "Never")],
    },
  },
  {
    label: "Stack",
    group: "graph",
    path: ["fieldConfig", "defaults", "custom", "stacking", "mode"],
    kinds: ["timeseries"],
    control: { as: "choice", choices: [choice("none", "No"), choice("normal", "Sum"), choice("percent", "Share")] },
  },
  { label: "Bridge gaps", group: "graph", path: custom("spanNulls"), kinds: ["timeseries"], control: { as: "switch" } },
  { label: "Axis label", group: "graph", path: custom("axisLabel"), kinds: ["timeseries"], control: { as: "text" } },
  {
    label: "Show thresholds",
    group: "graph",
    path: ["fieldConfig", "defaults", "custom", "thresholdsStyle", "mode"],
    kinds: ["timeseries"],
    control: {
      as: "choice",
      choices: [
        choice("off", "No"),
        choice("line", "Lines"),
        choice("dashed", "Dashed"),
        choice("area", "Areas"),
        choice("line+area", "Lines and areas"),
      ],
    },
  },

  {
    label: "Legend",
    group: "legend",
    path: ["options", "legend", "showLegend"],
    kinds: LEGEND_KINDS,
    control: { as: "switch", isOnUnlessSaid: true },
  },
  {
    label: "Legend as",
    group: "legend",
    path: ["options", "legend", "displayMode"],
    kinds: LEGEND_KINDS,
    control: { as: "choice", choices: [choice("list", "List"), choice("table", "Table")] },
  },
  {
    label: "Legend at",
    group: "legend",
    path: ["options", "legend", "placement"],
    kinds: LEGEND_KINDS,
    control: { as: "choice", choices: [choice("bottom", "Bottom"), choice("right", "Right")] },
  },
  {
    label: "Tooltip",
    group: "legend",
    path: ["options", "tooltip", "mode"],
    kinds: ["timeseries", "piechart", "barchart"],
    control: { as: "choice", choices: [choice("single", "Nearest"), choice("multi", "All"), choice("none", "None")] },
  },
  {
    label: "Tooltip order",
    group: "legend",
    path: ["options", "tooltip", "sort"],
    kinds: ["timeseries", "piechart"],
    control: {
      as: "choice",
      choices: [choice("none", "As asked"), choice("asc", "Rising"), choice("desc", "Falling")],
    },
  },

  {
    label: "Calculation",
    group: "value",
    path: ["options", "reduceOptions", "calcs"],
    kinds: VALUE_KINDS,
    control: { as: "choice", choices: CALCULATIONS, isList: true },
  },
  {
    label: "Direction",
    group: "value",
    path: ["options", "orientation"],
    kinds: ["stat", "gauge", "bargauge"],
    control: {
      as: "choice",
      choices: [choice("auto", "As there is room"), choice("horizontal", "Horizontal"), choice("vertical", "Vertical")],
    },
  },
  {
    label: "Colour of",
    group: "value",
    path: ["options", "colorMode"],
    kinds: ["stat"],
    control: {
      as: "choice",
      choices: [choice("value", "Value"), choice("background", "Background"), choice("none", "Nothing")],
    },
  },
  {
    label: "Graph",
    group: "value",
    path: ["options", "graphMode"],
    kinds: ["stat"],
    control: { as: "choice", choices: [choice("area", "Area"), choice("none", "None")] },
  },
  {
    label: "Says",
    group: "value",
    path: ["options", "textMode"],
    kinds: ["stat"],
    control: {
      as: "choice",
      choices: [
        choice("auto", "What fits"),
        choice("value", "Value"),
        choice("name", "Name"),
        choice("value_and_name", "Both"),
        choice("none", "Nothing"),
      ],
    },
  },
  {
    label: "Look",
    group: "value",
    path: ["options", "displayMode"],
    kinds: ["bargauge"],
    control: {
      as: "choice",
      choices: [choice("gradient", "Gradient"), choice("lcd", "Segments"), choice("basic", "Plain")],
    },
  },
  {
    label: "Threshold marks",
    group: "value",
    path: ["options", "showThresholdMarkers"],
    kinds: ["gauge"],
    control: { as: "switch", isOnUnlessSaid: true },
  },
  {
    label: "Form",
    group: "value",
    path: ["options", "pieType"],
    kinds: ["piechart"],
    control: { as: "choice", choices: [choice("pie", "Pie"), choice("donut", "Ring")] },
  },
  {
    label: "Column heads",
    group: "other",
    path: ["options", "showHeader"],
    kinds: ["table"],
    control: { as: "switch", isOnUnlessSaid: true },
  },
  {
    label: "Bucket size",
    group: "other",
    path: ["options", "bucketSize"],
    kinds: ["histogram"],
    control: { as: "number", min: 0 },
  },
  {
    label: "All as one",
    group: "other",
    path: ["options", "combine"],
    kinds: ["histogram"],
    control: { as: "switch" },
  },
  {
    label: "Merge equal states",
    group: "other",
    path: ["options", "mergeValues"],
    kinds: ["state-timeline"],
    control: { as: "switch", isOnUnlessSaid: true },
  },
  {
    label: "Labels",
    group: "other",
    path: ["options", "alertInstanceLabelFilter"],
    kinds: ["alertlist"],
    control: { as: "text", hint: '{namespace=~"prod.*"}' },
  },
  {
    label: "Name has",
    group: "other",
    path: ["options", "alertName"],
    kinds: ["alertlist"],
    control: { as: "text" },
  },
  {
    label: "Starred",
    group: "other",
    path: ["options", "showStarred"],
    kinds: ["dashlist"],
    control: { as: "switch", isOnUnlessSaid: true },
  },
  {
    label: "Changed last",
    group: "other",
    path: ["options", "showRecentlyViewed"],
    kinds: ["dashlist"],
    control: { as: "switch" },
  },
  { label: "Search", group: "other", path: ["options", "showSearch"], kinds: ["dashlist"], control: { as: "switch" } },
  { label: "Search for", group: "other", path: ["options", "query"], kinds: ["dashlist"], control: { as: "text" } },
  {
    label: "At most",
    group: "other",
    path: ["options", "maxItems"],
    kinds: ["alertlist", "dashlist"],
    control: { as: "number", min: 1, max: 100 },
  },
  {
    label: "Shows",
    group: "other",
    path: ["options", "mode"],
    kinds: ["grafana-clock-panel"],
    control: {
      as: "choice",
      choices: [choice("time", "Time"), choice("countdown", "Time until"), choice("countup", "Time since")],
    },
  },
  {
    label: "Hours",
    group: "other",
    path: ["options", "clockType"],
    kinds: ["grafana-clock-panel"],
    control: { as: "choice", choices: [choice("24 hour", "0 to 24"), choice("12 hour", "1 to 12, AM and PM")] },
  },
  {
    label: "Time zone",
    group: "other",
    path: ["options", "timezone"],
    kinds: ["grafana-clock-panel"],
    control: { as: "text", hint: "Europe/Berlin" },
  },
  {
    label: "Until",
    group: "other",
    path: ["options", "countdownSettings", "endCountdownTime"],
    kinds: ["grafana-clock-panel"],
    control: { as: "text", hint: "2027-01-01T00:00:00Z" },
  },
  {
    label: "Date",
    group: "other",
    path: ["options", "dateSettings", "showDate"],
    kinds: ["grafana-clock-panel"],
    control: { as: "switch" },
  },
  {
    label: "Row height",
    group: "other",
    path: ["options", "cellHeight"],
    kinds: ["table"],
    control: { as: "choice", choices: [choice("sm", "Small"), choice("md", "Medium"), choice("lg", "Large")] },
  },
];

/** Every label and choice that is no name of the field itself, by its English. */
export const panelOptionTexts: Readonly<Record<string, string>> = translatedLater(
  "panelOptions",
  Object.fromEntries(
    ENGLISH_OPTIONS.flatMap(({ label, control }) => [
      label,
      ...(control.as === "choice" ? control.choices.filter((one) => one.id !== one.label) : []).map((one) => one.label),
    ]).map((text) => [text, text]),
  ),
);

const inWords = (text: string): string => panelOptionTexts[text] ?? text;

const PANEL_OPTIONS: readonly PanelOption[] = ENGLISH_OPTIONS.map(({ control, ...option }) => ({
  ...option,
  label: inWords(option.label),
  control:
    control.as === "choice"
      ? { ...control, choices: control.choices.map(({ id, label }) => ({ id, label: inWords(label) })) }
      : control,
}));

/** The options of a kind of panel whose names have the searched letters. */
export function optionsOf(kind: string, search: string): readonly PanelOption[] {
  const wanted = search.trim().toLowerCase();
  return PANEL_OPTIONS.filter(
    ({ kinds, label, group }) =>
      (kinds === undefined || kinds.includes(kind)) &&
      `${label} ${editingMessages.groups[group]}`.toLowerCase().includes(wanted),
  );
}

/** The option that stands at a place of a panel, as `options.legend.showLegend`. */
export function optionAt(kind: string, place: string): PanelOption | undefined {
  return PANEL_OPTIONS.find(
    ({ kinds, path }) => path.join(".") === place && (kinds === undefined || kinds.includes(kind)),
  );
}

/** Ways to make one value of many, in words. */
export const CALCULATION_CHOICES: readonly Choice[] = CALCULATIONS.map(({ id, label }) => ({
  id,
  label: inWords(label),
}));
