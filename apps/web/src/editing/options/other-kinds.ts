import { CALCULATIONS, NUMBER, number, ON, optionsFor, type PanelOption, pick, SWITCH, TEXT } from "./option-row.ts";

const SHOWN_VALUES = { auto: "Where there is room", always: "Always", never: "Never" };

/** Few to many, by what documents call them. */
const HEATMAP_SCHEMES = [
  ...["Oranges", "Blues", "Greens", "Reds", "Purples", "Greys", "Spectral", "RdYlGn", "RdYlBu", "RdBu"],
  ...["YlOrRd", "YlGnBu", "Turbo", "Viridis", "Magma", "Plasma", "Inferno", "Cividis"],
];
const SCHEMES = [{ id: "", label: "That of the charts" }, ...HEATMAP_SCHEMES.map((id) => ({ id, label: id }))];
const BY = { "": "As it fits", size: "A size", count: "A count" };

/** In English, what only one kind of panels has. */
export const OTHER_KINDS: readonly PanelOption[] = [
  ...optionsFor(
    "panel",
    ["text"],
    [
      ["Form", "options.mode", pick({ markdown: "Markdown", html: "HTML", code: "Code" })],
      ["Text", "options.content", { as: "lines" }],
    ],
  ),
  ...optionsFor(
    "other",
    ["table"],
    [
      ["Column heads", "options.showHeader", ON],
      ["Rows ordered by", "options.sortBy", { as: "order" }],
      ["Row height", "options.cellHeight", pick({ sm: "Small", md: "Medium", lg: "Large" })],
      [
        "Cells",
        "custom.cellOptions.type",
        pick({
          auto: "Text",
          "color-text": "Coloured text",
          "color-background": "Coloured background",
          gauge: "Bar",
          pill: "Pill",
          "data-links": "Links",
          "json-view": "JSON",
        }),
      ],
      ["Background", "custom.cellOptions.mode", pick({ gradient: "Faint", basic: "Strong" })],
      ["Background of the whole row", "custom.cellOptions.applyToRow", SWITCH],
      ["Wrap text", "custom.cellOptions.wrapText", SWITCH],
      ["Text at", "custom.align", pick({ auto: "As it fits", left: "Left", center: "The middle", right: "Right" })],
      ["Column width", "custom.width", number(20)],
      ["Least column width", "custom.minWidth", number(20)],
      ["Can be filtered", "custom.filterable", SWITCH],
      ["Hide the column", "custom.hidden", SWITCH],
      ["Line below", "options.footer.show", SWITCH],
      ["It shows", "options.footer.reducer", { as: "choice", choices: CALCULATIONS, isList: true }],
      ["Of the fields", "options.footer.fields", { as: "list" }],
      ["Count of rows", "options.footer.countRows", SWITCH],
    ],
  ),
  ...optionsFor(
    "other",
    ["histogram"],
    [
      ["Bucket size", "options.bucketSize", number(0)],
      ["Buckets", "options.bucketCount", number(1, 500)],
      ["Buckets begin at", "options.bucketOffset", NUMBER],
      ["All as one", "options.combine", SWITCH],
    ],
  ),
  ...optionsFor(
    "other",
    ["heatmap"],
    [
      ["Count the values itself", "options.calculate", SWITCH],
      ["Columns by", "options.calculation.xBuckets.mode", pick(BY)],
      ["Size or count of columns", "options.calculation.xBuckets.value", { as: "text", example: "5m" }],
      ["Rows by", "options.calculation.yBuckets.mode", pick(BY)],
      ["Size or count of rows", "options.calculation.yBuckets.value", { as: "text", example: "20" }],
      ["Colours", "options.color.mode", pick({ scheme: "A scheme", opacity: "Shades of one colour" })],
      ["Scheme", "options.color.scheme", { as: "choice", choices: SCHEMES }],
      ["One colour", "options.color.fill", { as: "color", isOptional: true }],
      ["Colours the other way", "options.color.reverse", SWITCH],
      ["Steps of colour", "options.color.steps", number(2, 128)],
      ["Colours begin at", "options.color.min", NUMBER],
      ["Colours end at", "options.color.max", NUMBER],
      ["Scale of colours", "options.legend.show", SWITCH],
      [
        "Counts in the cells",
        "options.showValue",
        pick({ never: "Never", auto: "Where there is room", always: "Always" }),
      ],
      ["Gap of cells", "options.cellGap", number(0, 20)],
      ["Hide counts up to", "options.filterValues.le", NUMBER],
    ],
  ),
  ...optionsFor(
    "axis",
    ["heatmap"],
    [
      ["Axis at", "options.yAxis.axisPlacement", pick({ left: "Left", right: "Right", hidden: "Hidden" })],
      ["Axis label", "options.yAxis.axisLabel", TEXT],
      ["Unit of the axis", "options.yAxis.unit", { as: "unit" }],
      ["Decimals of the axis", "options.yAxis.decimals", number(0, 10)],
      ["Turned over", "options.yAxis.reverse", SWITCH],
    ],
  ),
  ...optionsFor("other", ["state-timeline"], [["Merge equal states", "options.mergeValues", ON]]),
  ...optionsFor(
    "other",
    ["state-timeline", "status-history"],
    [
      ["Values", "options.showValue", pick(SHOWN_VALUES)],
      ["Height of rows", "options.rowHeight", number(0.1, 1)],
    ],
  ),
  ...optionsFor(
    "other",
    ["alertlist"],
    [
      ["Labels", "options.alertInstanceLabelFilter", { as: "text", hint: '{namespace=~"prod.*"}' }],
      ["Name has", "options.alertName", TEXT],
      ["Shown as", "options.viewMode", pick({ list: "List", stat: "Number" })],
      [
        "Order",
        "options.sortOrder",
        {
          ...pick({ 1: "By name", 2: "By name, reversed", 3: "By importance", 4: "Oldest first", 5: "Newest first" }),
          isNumber: true,
        },
      ],
      ["Those that fire", "options.stateFilter.firing", ON],
      ["Those that are pending", "options.stateFilter.pending", ON],
    ],
  ),
  ...optionsFor(
    "other",
    ["dashlist"],
    [
      ["Starred", "options.showStarred", ON],
      ["Changed last", "options.showRecentlyViewed", SWITCH],
      ["Search", "options.showSearch", SWITCH],
      ["Search for", "options.query", TEXT],
      ["With the tag", "options.tags", { as: "list" }],
      ["Heads", "options.showHeadings", ON],
      ["Keep the time range", "options.keepTime", SWITCH],
      ["Keep the variables", "options.includeVars", SWITCH],
    ],
  ),
  ...optionsFor("other", ["alertlist", "dashlist"], [["At most", "options.maxItems", number(1, 100)]]),
  ...optionsFor(
    "other",
    ["grafana-clock-panel"],
    [
      ["Shows", "options.mode", pick({ time: "Time", countdown: "Time until", countup: "Time since" })],
      [
        "Hours",
        "options.clockType",
        pick({ "24 hour": "0 to 24", "12 hour": "1 to 12, AM and PM", custom: "As the form says" }),
      ],
      ["Form of the time", "options.timeSettings.customFormat", { as: "text", example: "HH:mm" }],
      ["Time zone", "options.timezone", { as: "text", hint: "Europe/Berlin" }],
      ["Name of the time zone", "options.timezoneSettings.showTimezone", SWITCH],
      ["Until", "options.countdownSettings.endCountdownTime", { as: "text", hint: "2027-01-01T00:00:00Z" }],
      ["Since", "options.countupSettings.beginCountupTime", { as: "text", hint: "2027-01-01T00:00:00Z" }],
      ["Date", "options.dateSettings.showDate", SWITCH],
      ["Form of the date", "options.dateSettings.dateFormat", { as: "text", example: "YYYY-MM-DD" }],
    ],
  ),
];
