import type { FieldSettings } from "../dashboard-document.ts";
import type { Cell } from "../field/reducer.ts";

export type FieldType = "time" | "number" | "string" | "boolean" | "trend";

/** A column of a frame. Times are milliseconds since 1970; `NaN` and `undefined` are "no value". */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly values: ArrayLike<Cell>;
  readonly labels: Readonly<Record<string, string>>;
  /** What the data source says about it, e.g. the name from `legendFormat`. */
  readonly settings: FieldSettings;
}

/** A table: the answer to a query, or one series of it. */
export interface Frame {
  /** Of the query it answers. */
  readonly refId: string;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly length: number;
  /** Single observations beside the series of the same query. */
  readonly isExemplars?: true;
  /** Number of alerting rules of the data source. */
  readonly isRules?: true;
}

/** Frames in addition to the query result: they are not transformed and not shown in tables. */
export function isApart({ isExemplars, isRules }: Frame): boolean {
  return isExemplars === true || isRules === true;
}

/** A column as it is shown: defaults and overrides laid over what the data source said. */
export interface DisplayField extends Field {
  readonly displayName: string;
}

export interface DisplayFrame extends Frame {
  readonly fields: readonly DisplayField[];
}

/** `data` of an answer of the Prometheus API, as JSON gives it. */
export type PrometheusData = unknown;

/** What is known of the query that an answer belongs to. */
export interface FrameQuery {
  readonly refId: string;
  readonly expr: string;
  /** What a series is called that its labels do not name; `expr` unless given. */
  readonly name?: string;
  /** Variables are written in already; `{{label}}` are not. */
  readonly legendFormat: string;
  readonly format: "time_series" | "table" | "heatmap" | "exemplars" | "rules";
  /** Milliseconds between two points; gaps are where more is between them. `undefined` for instant queries. */
  readonly step: number | undefined;
  /** Milliseconds that the answer was moved into the past, to be shown in the present. */
  readonly shift?: number;
  /** Whether the panel has more than one query: then `Value` columns carry their refId. */
  readonly isOneOfMany?: boolean;
}
