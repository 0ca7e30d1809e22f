/** Names of the events that the pointer causes over a graphic element; equal to the DOM's names. */
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

/** Names of the events that follow an action or a drawing. */
export const ACTION_EVENT_NAMES = ["highlight", "downplay", "rendered", "finished"] as const;

export const CHART_EVENT_NAMES = [...MOUSE_EVENT_NAMES, ...ACTION_EVENT_NAMES] as const;

type ItemEventName = Exclude<(typeof MOUSE_EVENT_NAMES)[number], "globalout">;

/** The low-level event of the drawing surface: `target` is empty over blank areas. */
export interface LowLevelEvent {
  readonly type: string;
  readonly target?: { readonly name?: string };
  /** Pixels of the chart's own coordinate space. */
  readonly offsetX: number;
  readonly offsetY: number;
  readonly wheelDelta?: number;
  readonly event: Event;
  stop(): void;
}

type DataValue = number | string | Date | null;

/** What a mouse event says about the element it happened on. Only series and marks have the series members. */
export interface MouseEventParams<Name extends string = ItemEventName> {
  readonly type: Name;
  readonly event: LowLevelEvent;
  readonly componentType: string;
  readonly componentSubType?: string;
  readonly componentIndex: number;
  readonly seriesType?: string;
  readonly seriesIndex?: number;
  readonly seriesId?: string;
  readonly seriesName?: string;
  /** The item's own name, else its category. */
  readonly name: string;
  /** Index in the data as they were given, whatever is filtered or zoomed. */
  readonly dataIndex: number;
  readonly data: unknown;
  readonly value: number | string | readonly DataValue[] | null | undefined;
  readonly color?: unknown;
  /** 0 to 100, of pie items. */
  readonly percent?: number;
}

interface HighlightParams<Name extends string> {
  readonly type: Name;
  readonly seriesIndex?: number | readonly number[];
  readonly seriesId?: string;
  readonly seriesName?: string;
  readonly dataIndex?: number | readonly number[];
  readonly name?: string | readonly string[];
  readonly batch?: readonly Omit<HighlightParams<Name>, "type" | "batch">[];
}

/** Every event with what its handler is given; open for declaration merging. */
export interface ChartEventMap extends Readonly<{ [Name in ItemEventName]: MouseEventParams<Name> }> {
  readonly globalout: { readonly type: "globalout"; readonly event: LowLevelEvent };
  readonly highlight: HighlightParams<"highlight">;
  readonly downplay: HighlightParams<"downplay">;
  /** On every drawn frame; milliseconds it took. Does not mean that an animation ended. */
  readonly rendered: { readonly type: "rendered"; readonly elapsedTime: number };
  /** Once when nothing moves and nothing is left to draw. */
  readonly finished: { readonly type: "finished" };
}

export type ChartEventName = keyof ChartEventMap;
export type ChartEvent<Name extends ChartEventName> = ChartEventMap[Name];
