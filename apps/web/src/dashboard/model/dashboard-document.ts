import type { LibraryPanelRef } from "@vedette/client/dashboard-document";
import type { JsonObject } from "./json.ts";
import type { TimeRange } from "./time/time-range.ts";
import type { Variable } from "./variable/variable.ts";

/**
 * A dashboard as it is shown: what `readDashboard` makes of a document of schema 41. Documents are foreign, so what
 * belongs to one kind of panel stays unread in `options` and `custom`.
 */
export interface Dashboard {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isEditable: boolean;
  /** What the pointer in one panel shows in the others. */
  readonly cursorSync: "off" | "crosshair" | "tooltip";
  readonly links: readonly DashboardLink[];
  /** Draws at the pace of pixels, not only when a refresh is due. */
  readonly isLive: boolean;
  /** Queries every panel at once, also those out of sight. */
  readonly preload: boolean;
  readonly panels: readonly (Panel | RowPanel)[];
  /** `5s`, `1m`, `auto`; empty for off. */
  readonly refresh: string;
  readonly time: TimeRange;
  readonly timepicker: TimePicker;
  readonly variables: readonly Variable[];
  readonly annotations: readonly AnnotationQuery[];
  /** The document itself, for what its clock, quick ranges and other nouns read of it. */
  readonly json: JsonObject;
}

export interface TimePicker {
  readonly isHidden: boolean;
  /** How far behind now the range ends, e.g. `1m`; empty for not at all. */
  readonly nowDelay: string;
  /** Empty when the document names none. */
  readonly refreshIntervals: readonly string[];
}

/** Which data source: by uid, by name (also in `uid`), by variable (`${name}`); nothing for the default one. */
export interface DataSourceRef {
  readonly type?: string;
  readonly uid?: string;
}

/** Place in the grid of 24 columns; one row is 34 px and a gap of 8 px. */
export interface GridPos {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Panel {
  readonly kind: "panel";
  /** Unique within the dashboard: a second panel with a taken id gets a free one. */
  readonly id: number;
  /** Plug-in name: `timeseries`, `stat`, … or one that is not known here. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly gridPos: GridPos | undefined;
  readonly datasource: DataSourceRef;
  readonly targets: readonly Target[];
  readonly fieldConfig: FieldConfig;
  readonly options: JsonObject;
  readonly transformations: readonly Transformation[];
  readonly links: readonly DataLink[];
  readonly isTransparent: boolean;
  readonly repeat: PanelRepeat | undefined;
  /** Least step, e.g. `30s`; empty for the data source's. */
  readonly interval: string;
  readonly maxDataPoints: number | undefined;
  /** Own range that ends now, e.g. `1h`; empty for the dashboard's. */
  readonly timeFrom: string;
  /** How far the range is moved into the past, e.g. `1d`. */
  readonly timeShift: string;
  readonly hideTimeOverride: boolean;
  /** The library panel that it stands for, where the document does not contain that one. */
  readonly missingLibraryPanel: LibraryPanelRef | undefined;
  /** Everything of it as written, for what is not read. */
  readonly json: JsonObject;
  /** What migration could not carry over, in words. */
  readonly notices: readonly string[];
}

export interface PanelRepeat {
  readonly variable: string;
  readonly direction: "h" | "v";
  readonly maxPerRow: number;
}

export interface RowPanel {
  readonly kind: "row";
  readonly id: number;
  readonly title: string;
  readonly isCollapsed: boolean;
  /** Its panels while collapsed; an open row owns what follows it in `Dashboard.panels` up to the next row. */
  readonly panels: readonly Panel[];
  readonly repeatVariable: string | undefined;
  readonly gridPos: GridPos | undefined;
}

/** One query of a panel. */
export interface Target {
  readonly refId: string;
  readonly expr: string;
  /** Text with `{{label}}`, `__auto`, or empty. */
  readonly legendFormat: string;
  readonly format: "time_series" | "table" | "heatmap";
  readonly isInstant: boolean;
  readonly isRange: boolean;
  /** Least step, e.g. `1m`; empty for the panel's. */
  readonly interval: string;
  /** Multiplies the step (old documents); 1 unless given. */
  readonly intervalFactor: number;
  readonly hide: boolean;
  /** Single observations are asked for, too. */
  readonly hasExemplars: boolean;
  /** Its own data source where the panel's is mixed; else nothing. */
  readonly datasource: DataSourceRef;
  /** Everything of it as written, for query languages that are not PromQL. */
  readonly raw: JsonObject;
}

export interface FieldConfig {
  readonly defaults: FieldSettings;
  readonly overrides: readonly FieldOverride[];
}

/** How values of a field are read, named and coloured. */
export interface FieldSettings {
  readonly unit?: string | undefined;
  readonly decimals?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Whether a range that is not given is that of the field alone, not of all beside it. */
  readonly fieldMinMax?: boolean | undefined;
  readonly displayName?: string | undefined;
  /** The name the data source gave, e.g. from `legendFormat`. */
  readonly displayNameFromDS?: string | undefined;
  readonly description?: string | undefined;
  /** Shown where there is no value. */
  readonly noValue?: string | undefined;
  readonly color?: FieldColor | undefined;
  readonly thresholds?: Thresholds | undefined;
  readonly mappings?: readonly ValueMapping[] | undefined;
  readonly links?: readonly DataLink[] | undefined;
  /** Options of the panel's kind for this field, as written. */
  readonly custom?: JsonObject | undefined;
}

export interface FieldColor {
  /** `thresholds`, `palette-classic`, `fixed`, `shades`, `continuous-GrYlRd`, … */
  readonly mode: string;
  readonly fixedColor?: string | undefined;
  /** Which value of a series gives its colour. */
  readonly seriesBy?: "last" | "min" | "max" | undefined;
}

export interface Thresholds {
  readonly mode: "absolute" | "percentage";
  /** Rising; the first is minus infinity. Never empty. */
  readonly steps: readonly ThresholdStep[];
}

export interface ThresholdStep {
  readonly from: number;
  readonly color: string;
}

export interface MappingResult {
  readonly text?: string | undefined;
  readonly color?: string | undefined;
  readonly icon?: string | undefined;
  readonly index?: number | undefined;
}

export type SpecialMatch = "true" | "false" | "null" | "nan" | "null+nan" | "empty";

export type ValueMapping =
  | { readonly kind: "value"; readonly options: ReadonlyMap<string, MappingResult> }
  | { readonly kind: "range"; readonly from: number; readonly to: number; readonly result: MappingResult }
  | { readonly kind: "regex"; readonly pattern: string; readonly result: MappingResult }
  | { readonly kind: "special"; readonly match: SpecialMatch; readonly result: MappingResult };

export interface FieldOverride {
  readonly matcher: { readonly id: string; readonly options: unknown };
  readonly properties: readonly { readonly id: string; readonly value: unknown }[];
}

export interface Transformation {
  readonly id: string;
  readonly options: JsonObject;
  readonly isDisabled: boolean;
  /** What it is about: `series`, unless the document says something else, such as `annotations`. */
  readonly topic: string;
  /** Only frames that match go through it; `undefined` for all. */
  readonly filter: { readonly id: string; readonly options: unknown } | undefined;
}

export interface DataLink {
  readonly title: string;
  readonly url: string;
  readonly opensNewTab: boolean;
}

export interface DashboardLink {
  readonly kind: "link" | "dashboards";
  readonly title: string;
  readonly url: string;
  readonly tooltip: string;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly asDropdown: boolean;
  readonly opensNewTab: boolean;
  readonly includeVars: boolean;
  readonly keepTime: boolean;
}

export interface AnnotationQuery {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isHidden: boolean;
  readonly isBuiltIn: boolean;
  readonly iconColor: string;
  readonly datasource: DataSourceRef;
  readonly expr: string;
  /** What people said under these tags is asked for, at whichever dashboard. */
  readonly tagged: { readonly tags: readonly string[]; readonly isAny: boolean } | undefined;
  readonly step: string;
  readonly titleFormat: string;
  readonly textFormat: string;
  readonly tagKeys: readonly string[];
  /** Panels it is drawn in; all unless given. */
  readonly filter: { readonly ids: readonly number[]; readonly isExclusion: boolean } | undefined;
}
