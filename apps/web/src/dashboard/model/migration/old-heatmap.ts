import { type JsonObject, numberOf, objectOf, textOf } from "../json.ts";

const LAYOUTS: ReadonlyMap<unknown, string> = new Map([
  ["upper", "le"],
  ["lower", "ge"],
  ["middle", "unknown"],
]);

/** A heatmap of before its options moved (told by `dataFormat`) in today's form. */
export function modernHeatmap(panel: JsonObject): JsonObject {
  if (panel["type"] !== "heatmap" || panel["dataFormat"] === undefined) return panel;
  const { color, dataFormat, yAxis, xAxis, legend, tooltip, cards, tooltipDecimals, ...rest } = panel;
  const axis = objectOf(yAxis);
  return {
    ...rest,
    options: {
      ...objectOf(panel["options"]),
      calculate: dataFormat !== "tsbuckets",
      color: colorOf(objectOf(color)),
      cellGap: numberOf(objectOf(cards)["cardPadding"]) ?? 1,
      ...(panel["hideZeroBuckets"] === true ? { filterValues: { le: 1e-9 } } : {}),
      rowsFrame: { layout: LAYOUTS.get(panel["yBucketBound"]) ?? "auto" },
      yAxis: {
        axisPlacement: axis["show"] === false ? "hidden" : "left",
        unit: textOf(axis["format"], "short"),
        ...(panel["reverseYBuckets"] === true ? { reverse: true } : {}),
        ...present({ decimals: numberOf(axis["decimals"]), min: numberOf(axis["min"]), max: numberOf(axis["max"]) }),
      },
      legend: { show: objectOf(legend)["show"] !== false },
      tooltip: {
        mode: objectOf(tooltip)["show"] === false ? "none" : "single",
        yHistogram: objectOf(tooltip)["showHistogram"] === true,
      },
    },
  };
}

function colorOf(color: JsonObject): JsonObject {
  const scale = color["colorScale"] === "linear" ? "linear" : "exponential";
  return {
    mode: color["mode"] === "opacity" ? "opacity" : "scheme",
    scheme: textOf(color["colorScheme"], "interpolateOranges").replace(/^interpolate/, ""),
    fill: textOf(color["cardColor"], "dark-orange"),
    scale,
    exponent: numberOf(color["exponent"]) ?? 0.5,
    steps: 64,
    ...present({ min: numberOf(color["min"]), max: numberOf(color["max"]) }),
  };
}

function present(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
