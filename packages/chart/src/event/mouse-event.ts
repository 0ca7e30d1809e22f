import type { LowLevelEvent } from "./low-level-event.ts";

/** Names of the events that the pointer causes over a graphic element; equal to the DOM's names. Touch has them too. */
export const MOUSE_EVENT_NAMES = [
  "click",
  "dblclick",
  "mousedown",
  "mousemove",
  "mouseup",
  "mouseover",
  "mouseout",
  "globalout",
  "contextmenu",
] as const;

export type MouseEventName = (typeof MOUSE_EVENT_NAMES)[number];
export type ItemEventName = Exclude<MouseEventName, "globalout">;

const NAMES: ReadonlySet<string> = new Set(MOUSE_EVENT_NAMES);

export function isMouseEvent(name: string): name is MouseEventName {
  return NAMES.has(name);
}

type Value = number | string | Date | null | undefined;

/** What a mouse event says about the element it happened on. Only series and marks have the series members. */
export interface MouseEventParams<Name extends string = ItemEventName> {
  readonly type: Name;
  readonly event: LowLevelEvent;
  /** A key pointed at the element or pressed it: `event.event` is that of the key. */
  readonly viaKeyboard?: true;
  /** `series`, `markLine`, `markPoint`, `markArea`, `timeline`, `geo`, `xAxis`, `title`, `legend`, `graphic` … */
  readonly componentType: string;
  readonly componentSubType?: string;
  readonly componentIndex: number;
  /** `line`, `bar`, `pie` … */
  readonly seriesType?: string;
  readonly seriesIndex?: number;
  readonly seriesId?: string;
  readonly seriesName?: string;
  /** The item's own name, else its category; of an edge `source > target`. */
  readonly name: string;
  /** Index in the data as they were given, whatever is filtered or zoomed. */
  readonly dataIndex: number;
  /** The item as it was given. */
  readonly data: unknown;
  /** Of graphs, Sankey and chord diagrams. */
  readonly dataType?: "node" | "edge";
  readonly value: Value | readonly Value[];
  /** A CSS colour, or the gradient or pattern that the item is painted with. */
  readonly color?: unknown;
  readonly borderColor?: unknown;
  readonly dimensionNames?: readonly string[];
  readonly encode?: Readonly<Record<string, readonly number[]>>;
  /** Of graphic components, and of elements of custom series that have an `info`. */
  readonly info?: unknown;
  /** 0 to 100, of pies and funnels. */
  readonly percent?: number;
  readonly treePathInfo?: readonly { readonly name: string; readonly dataIndex: number; readonly value: unknown }[];
  readonly treeAncestors?: readonly { readonly name: string; readonly dataIndex: number; readonly value: unknown }[];
  /** Which part of a line series, where its `triggerEvent` is set. */
  readonly selfType?: "line" | "area";
  /** Which part of an axis. */
  readonly targetType?: "axisLabel" | "axisName";
  readonly tickIndex?: number;
  readonly xAxisIndex?: number;
  readonly yAxisIndex?: number;
  readonly radiusAxisIndex?: number;
  readonly angleAxisIndex?: number;
  readonly singleAxisIndex?: number;
  readonly parallelAxisIndex?: number;
  readonly radarIndex?: number;
  readonly geoIndex?: number;
  readonly region?: { readonly name: string };
}

/** The pointer left the drawing surface. */
export interface GlobalOutParams {
  readonly type: "globalout";
  readonly event: LowLevelEvent;
}
