import type { Panel } from "./dashboard-document.ts";
import { type JsonObject, objectOf } from "./json.ts";

interface UndrawnOption {
  /** Where it stands in the panel: `options.…` or `custom.…` of the fields. */
  readonly path: string;
  /** Values with which panels look as they are drawn here, beside nothing at all. */
  readonly asDrawn?: readonly unknown[];
}

/** Rules of Prometheus have alerts while they are pending or fire only, so that there is none to be shown or left out. */
const NO_SUCH_ALERT = [true, false];

/** Options of documents that are not drawn, by kind of panel. A panel that has one says so among its notices. */
export const UNDRAWN_OPTIONS: Readonly<Record<string, readonly UndrawnOption[]>> = {
  alertlist: [
    { path: "options.dashboardAlerts" },
    { path: "options.folder" },
    { path: "options.groupBy" },
    { path: "options.groupMode", asDrawn: ["default"] },
    ...["normal", "noData", "error"].map((state) => ({ path: `options.stateFilter.${state}`, asDrawn: NO_SUCH_ALERT })),
  ],
  barchart: [
    { path: "options.fullHighlight" },
    { path: "options.tooltip.sort", asDrawn: ["none"] },
    { path: "options.xTickLabelSpacing", asDrawn: [0] },
    { path: "custom.axisLabel" },
    { path: "custom.gradientMode", asDrawn: ["none"] },
    { path: "custom.scaleDistribution.type", asDrawn: ["linear"] },
    { path: "custom.thresholdsStyle.mode", asDrawn: ["off"] },
  ],
  gauge: [{ path: "options.showThresholdLabels" }],
  heatmap: [
    { path: "options.calculation.yBuckets.scale.type", asDrawn: ["linear"] },
    { path: "options.rowsFrame.layout", asDrawn: ["auto", "le"] },
    { path: "options.tooltip.mode", asDrawn: ["single", "multi"] },
    { path: "options.tooltip.showColorScale" },
    { path: "options.tooltip.yHistogram" },
  ],
  stat: [{ path: "options.wideLayout", asDrawn: [true] }],
  table: [{ path: "custom.inspect" }],
  text: [{ path: "options.code.showLineNumbers" }, { path: "options.code.showMiniMap" }],
};

/** Written as such an option is when nobody chose it; a switch that is off is one, too, where off is how it is drawn. */
const NOTHING = ["", false, "[]"];

/** Paths of the options that a panel has and that are not drawn. */
export function undrawnOptions({ type, options, fieldConfig }: Panel): readonly string[] {
  const panel: JsonObject = { options, custom: fieldConfig.defaults.custom };
  return (UNDRAWN_OPTIONS[type] ?? [])
    .filter(({ path, asDrawn = NOTHING }) => {
      const value = path.split(".").reduce<unknown>((at, key) => objectOf(at)[key], panel) ?? undefined;
      return [value, ...overriddenTo(path, fieldConfig)].some(
        (one) => one !== undefined && !asDrawn.includes(Array.isArray(one) ? JSON.stringify(one) : one),
      );
    })
    .map(({ path }) => path);
}

/** What some fields alone have. */
function overriddenTo(path: string, { overrides }: Panel["fieldConfig"]): readonly unknown[] {
  return overrides.flatMap(({ properties }) =>
    properties.filter(({ id }) => id === path).map(({ value }) => value ?? undefined),
  );
}
