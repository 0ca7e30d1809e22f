import type { ECharts } from "echarts/core";

/** A component as the library keeps it. */
export interface ComponentModel {
  readonly mainType: string;
  readonly subType: string;
  readonly componentIndex: number;
  readonly id: string;
  readonly name: string;
  get(member: string): unknown;
}

interface ComponentCondition {
  readonly mainType: string;
  readonly subType?: string;
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
}

interface GlobalModel {
  queryComponents(condition: ComponentCondition): ComponentModel[];
  isSeriesFiltered(series: ComponentModel): boolean;
}

/**
 * The components of a chart that a condition names; all of a type when it names none.
 * `getOption` would tell the same and copy all data each time.
 */
export function componentsOf(raw: ECharts, condition: ComponentCondition): readonly ComponentModel[] {
  return modelOf(raw)?.queryComponents(condition) ?? [];
}

/** The legend has switched a series off. */
export function isFilteredOut(raw: ECharts, series: ComponentModel): boolean {
  return modelOf(raw)?.isSeriesFiltered(series) === true;
}

function modelOf(raw: ECharts): GlobalModel | undefined {
  // The library hands its model to extensions and leaves the method out of its types.
  const { getModel } = raw as unknown as { getModel?: () => GlobalModel | undefined };
  return getModel?.call(raw);
}
