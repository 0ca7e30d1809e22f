import { ACTION_EVENT_NAMES, type ActionEventMap } from "./action-event.ts";
import { type GlobalOutParams, type ItemEventName, MOUSE_EVENT_NAMES, type MouseEventParams } from "./mouse-event.ts";
import type { ChartQuery } from "./query.ts";

/** Every event of a chart with what its handler is given; open for declaration merging. */
export interface ChartEventMap
  extends Readonly<{ [Name in ItemEventName]: MouseEventParams<Name> }>,
    Readonly<ActionEventMap> {
  readonly globalout: GlobalOutParams;
}

export type ChartEventName = keyof ChartEventMap;
export type ChartEvent<Name extends ChartEventName> = ChartEventMap[Name];

export const CHART_EVENT_NAMES: readonly ChartEventName[] = [...MOUSE_EVENT_NAMES, ...ACTION_EVENT_NAMES];

/** Members that items of some kinds of series always have. */
interface ItemsOf {
  readonly pie: { readonly percent: number };
  readonly funnel: { readonly percent: number };
}

type SeriesItem<Type extends string> = {
  readonly seriesType: Type;
  readonly seriesIndex: number;
} & (Type extends keyof ItemsOf ? ItemsOf[Type] : unknown);

/** What a handler is given that asked with a query: `series.pie` says more than no query. */
export type QueriedEvent<Name extends ChartEventName, Query extends ChartQuery> = Name extends ItemEventName
  ? Query extends `series.${infer Type}`
    ? ChartEvent<Name> & SeriesItem<Type>
    : ChartEvent<Name>
  : ChartEvent<Name>;
