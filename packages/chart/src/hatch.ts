import type { SeriesPattern } from "./series-color.ts";

/** Lines across a filled shape: tells it from another of the same colour. */
export interface Hatch {
  readonly symbol: "rect";
  readonly color: string;
  readonly dashArrayX: [number, number];
  readonly dashArrayY: [number, number];
  readonly rotation: number;
}

/**
 * The hatch of a shape as ECharts' `decal` wants it; a new one each time, since ECharts writes into it.
 *
 * @param pattern - of `assignSeriesColors`: 1 rises, 2 falls and is finer, 3 lies
 * @param color - of the lines
 */
export function hatch(pattern: SeriesPattern, color: string): Hatch {
  return { symbol: "rect", color, dashArrayX: [1, 0], ...HATCHES[pattern] };
}

const HATCHES: Readonly<Record<SeriesPattern, Pick<Hatch, "dashArrayY" | "rotation">>> = {
  1: { dashArrayY: [3, 5], rotation: -Math.PI / 4 },
  2: { dashArrayY: [2, 2], rotation: Math.PI / 4 },
  3: { dashArrayY: [2, 5], rotation: 0 },
};
