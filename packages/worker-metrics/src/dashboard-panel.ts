/** A dashboard as the resource API stores it, as far as dashboards of ours use it. */
export interface DashboardDocument {
  readonly schemaVersion: 41;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly editable: true;
  /** 1: the crosshair is shared by all panels. */
  readonly graphTooltip: 1;
  readonly time: { readonly from: string; readonly to: string };
  readonly refresh: string;
  readonly timezone: "browser";
  readonly panels: readonly DashboardPanel[];
}

export interface DashboardPanel {
  readonly id: number;
  readonly type: "stat" | "gauge" | "timeseries" | "table" | "text";
  readonly title: string;
  readonly description: string;
  readonly gridPos: GridPosition;
  readonly datasource?: DataSourceReference;
  readonly targets?: readonly DashboardTarget[];
  readonly fieldConfig?: { readonly defaults: object; readonly overrides: readonly object[] };
  readonly options: object;
}

/** Place in a grid of 24 columns. */
export interface GridPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface DashboardTarget {
  readonly refId: string;
  readonly datasource: DataSourceReference;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly instant?: true;
  readonly range?: true;
  readonly format?: "table";
}

/** Which store a panel asks. */
export interface DataSourceReference {
  readonly type: "prometheus";
  readonly uid: string;
}

/** The store that this house brings. */
const DATA_SOURCE: DataSourceReference = { type: "prometheus", uid: "vedette" } as const;

/** A limit from which on a value has a colour; the first one has none. */
export interface Threshold {
  readonly from?: number;
  readonly color: "green" | "yellow" | "red";
}

/** What every panel has. */
interface PanelHead {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly at: GridPosition;
}

interface NumberPanel extends PanelHead {
  readonly expr: string;
  readonly unit: string;
  readonly thresholds: readonly Threshold[];
}

/** One number, with its course behind it. */
export function statPanel(panel: NumberPanel): DashboardPanel {
  return {
    ...numberPanel(panel),
    type: "stat",
    options: { colorMode: "value", graphMode: "area", justifyMode: "auto", textMode: "value", ...LAST_VALUE },
  };
}

/** One number between 0 and 100. */
export function gaugePanel(panel: NumberPanel): DashboardPanel {
  return {
    ...numberPanel(panel),
    type: "gauge",
    options: { showThresholdMarkers: true, showThresholdLabels: false, ...LAST_VALUE },
  };
}

/** A line of a time series panel: its name and its query. */
export interface Line {
  readonly name: string;
  readonly expr: string;
  /** A fixed colour, for lines that mean success or failure. */
  readonly color?: string;
}

/** Lines over time; stacked where they are parts of one whole. */
export function timeSeriesPanel(
  panel: PanelHead & { unit: string; lines: readonly Line[]; isStacked?: boolean },
): DashboardPanel {
  const { lines, unit, isStacked = false } = panel;
  return {
    ...headOf(panel),
    type: "timeseries",
    targets: lines.map(({ name, expr }, index) => ({ ...target(expr, index), legendFormat: name, range: true })),
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        noValue: NO_VALUE,
        color: { mode: "palette-classic" },
        custom: isStacked ? { ...LINE_STYLE, ...STACKED } : LINE_STYLE,
      },
      overrides: lines.flatMap(({ name, color }) =>
        color === undefined ? [] : [override(name, { id: "color", value: { mode: "fixed", fixedColor: color } })],
      ),
    },
    options: {
      legend: { showLegend: true, displayMode: "list", placement: "bottom", calcs: [] },
      tooltip: { mode: "multi", sort: "desc" },
    },
  };
}

/** The rows of one query, one column of values, largest first. */
export function tablePanel(panel: PanelHead & { expr: string; unit: string; valueName: string }): DashboardPanel {
  const { expr, unit, valueName } = panel;
  return {
    ...headOf(panel),
    type: "table",
    targets: [{ ...target(expr, 0), instant: true, format: "table" }],
    fieldConfig: {
      defaults: { unit, decimals: 0, noValue: NO_VALUE },
      overrides: [
        override("Time", { id: "custom.hidden", value: true }),
        override("Value", { id: "displayName", value: valueName }),
      ],
    },
    options: { showHeader: true, cellHeight: "sm", sortBy: [{ displayName: valueName, desc: true }] },
  };
}

/** The same panel asking another store. */
export function askingStore(panel: DashboardPanel, uid: string): DashboardPanel {
  const datasource: DataSourceReference = { type: "prometheus", uid };
  const { targets = [] } = panel;
  return { ...panel, datasource, targets: targets.map((target) => ({ ...target, datasource })) };
}

/** Words, in Markdown. */
export function textPanel(panel: PanelHead & { content: string }): DashboardPanel {
  const { datasource: _, ...head } = headOf(panel);
  return { ...head, type: "text", options: { mode: "markdown", content: panel.content } };
}

const NO_VALUE = "–";
const LAST_VALUE = { orientation: "auto", reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false } };
const LINE_STYLE = {
  drawStyle: "line",
  lineInterpolation: "linear",
  lineWidth: 2,
  fillOpacity: 12,
  showPoints: "never",
  spanNulls: false,
};

const STACKED = { stacking: { mode: "normal", group: "A" } };

function numberPanel(panel: NumberPanel) {
  const { expr, unit, thresholds } = panel;
  const steps = thresholds.map(({ from = null, color }) => ({ value: from, color }));
  const range = unit === "percent" ? { min: 0, max: 100 } : {};
  return {
    ...headOf(panel),
    targets: [{ ...target(expr, 0), range: true } as const],
    fieldConfig: {
      defaults: {
        unit,
        decimals: 0,
        ...range,
        noValue: NO_VALUE,
        color: { mode: "thresholds" },
        thresholds: { mode: "absolute", steps },
      },
      overrides: [],
    },
  };
}

function headOf({ id, title, description, at }: PanelHead) {
  return { id, title, description, gridPos: at, datasource: DATA_SOURCE };
}

function target(expr: string, index: number) {
  return { refId: String.fromCodePoint("A".charCodeAt(0) + index), datasource: DATA_SOURCE, expr };
}

function override(name: string, ...properties: readonly object[]): object {
  return { matcher: { id: "byName", options: name }, properties };
}
