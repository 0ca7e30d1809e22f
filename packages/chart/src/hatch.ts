import type { SeriesPattern } from "./series-color.ts";
import { DESK_FONT_SIZE } from "./theme.ts";

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
 * @param fontSize - of the chart: on a wall both are larger
 */
export function hatch(pattern: SeriesPattern, color: string, fontSize = DESK_FONT_SIZE): Hatch {
  const { dashArrayY, rotation } = HATCHES[pattern];
  const [line, gap] = dashArrayY;
  const scale = fontSize / DESK_FONT_SIZE;
  return { symbol: "rect", color, dashArrayX: [1, 0], dashArrayY: [line * scale, gap * scale], rotation };
}

const HATCHES: Readonly<Record<SeriesPattern, Pick<Hatch, "dashArrayY" | "rotation">>> = {
  1: { dashArrayY: [3, 5], rotation: -Math.PI / 4 },
  2: { dashArrayY: [2, 2], rotation: Math.PI / 4 },
  3: { dashArrayY: [2, 5], rotation: 0 },
};
