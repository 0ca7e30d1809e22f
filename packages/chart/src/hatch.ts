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
 * @param pattern - of `assignSeriesColors`: 1 rises, 2 falls and is finer
 * @param color - of the lines
 */
export function hatch(pattern: 1 | 2, color: string): Hatch {
  return {
    symbol: "rect",
    color,
    dashArrayX: [1, 0],
    dashArrayY: pattern === 1 ? [3, 5] : [2, 2],
    rotation: pattern === 1 ? -Math.PI / 4 : Math.PI / 4,
  };
}
