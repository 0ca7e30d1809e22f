import { CALCULATIONS, FIELD, number, ON, optionsFor, type PanelOption, pick, SWITCH } from "./option-row.ts";

const SINGLE_VALUES = ["stat", "gauge", "bargauge", "piechart"];
const DIRECTIONS = { auto: "As there is room", horizontal: "Horizontal", vertical: "Vertical" };

/** In English, what shows one value of each series, or of each row. */
export const SINGLE_VALUE_KINDS: readonly PanelOption[] = [
  ...optionsFor("value", SINGLE_VALUES, [
    ["Calculation", "options.reduceOptions.calcs", { as: "choice", choices: CALCULATIONS, isList: true }],
    ["A value of each row", "options.reduceOptions.values", SWITCH],
    ["Most rows", "options.reduceOptions.limit", number(1, 60)],
    ["Only the field", "options.reduceOptions.fields", FIELD],
  ]),
  ...optionsFor("value", ["stat", "gauge", "bargauge"], [["Direction", "options.orientation", pick(DIRECTIONS)]]),
  ...optionsFor(
    "value",
    ["stat"],
    [
      ["Colour of", "options.colorMode", pick({ value: "Value", background: "Background", none: "Nothing" })],
      ["Graph", "options.graphMode", pick({ area: "Area", none: "None" })],
      [
        "Says",
        "options.textMode",
        pick({ auto: "What fits", value: "Value", name: "Name", value_and_name: "Both", none: "Nothing" }),
      ],
      ["Text at", "options.justifyMode", pick({ auto: "As there is room", center: "The middle" })],
      ["Change in percent", "options.showPercentChange", SWITCH],
      [
        "Colour of the change",
        "options.percentChangeColorMode",
        pick({ standard: "A rise is good", inverted: "A rise is bad", same_as_value: "That of the value" }),
      ],
      ["Size of the name", "options.text.titleSize", number(8, 200)],
      ["Size of the value", "options.text.valueSize", number(8, 400)],
    ],
  ),
  ...optionsFor(
    "value",
    ["bargauge"],
    [
      ["Look", "options.displayMode", pick({ gradient: "Gradient", lcd: "Segments", basic: "Plain" })],
      ["Value in the colour of", "options.valueMode", pick({ color: "The value", text: "Text", hidden: "Hidden" })],
      [
        "Name at",
        "options.namePlacement",
        pick({ auto: "As there is room", top: "Top", left: "Left", hidden: "Hidden" }),
      ],
      ["The empty part", "options.showUnfilled", ON],
    ],
  ),
  ...optionsFor("value", ["gauge"], [["Threshold marks", "options.showThresholdMarkers", ON]]),
  ...optionsFor("value", ["piechart"], [["Form", "options.pieType", pick({ pie: "Pie", donut: "Ring" })]]),
];
