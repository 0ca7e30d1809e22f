import type { Taps } from "./taps.ts";

/** Pixels of four bytes in one size, and the same picture's taps along both axes for another. */
export interface ResamplePlan {
  readonly width: number;
  readonly height: number;
  readonly source: { readonly width: number; readonly height: number };
  readonly columns: Taps;
  readonly rows: Taps;
}

/** How one strip of columns is made: rows of the source first across, into slots; then slots down to one row. */
export interface StripEngine {
  /** Filters the part of a source row that the strip needs, into a slot. */
  across(sourceRow: number, slot: number): void;
  /** Filters the slots that hold the taps of one row of the result, and writes it. */
  down(row: number, slotOf: (sourceRow: number) => number): void;
}

export interface Strip {
  readonly firstColumn: number;
  readonly columns: number;
  readonly slots: number;
}

/** Memory for the rows between the two passes. */
const SLOT_BYTES = 16_777_216;

/**
 * Filters across, then down, keeping only the rows in between that are still needed. Wide pictures with many taps are
 * made in strips of columns, so that memory stays bounded.
 */
export function resampleInStrips(
  plan: ResamplePlan,
  bytesPerSlotPixel: number,
  open: (strip: Strip) => StripEngine,
): void {
  const slots = Math.min(plan.source.height, plan.rows.mostTaps + 1);
  const most = Math.max(1, Math.floor(SLOT_BYTES / (slots * bytesPerSlotPixel)));
  for (let firstColumn = 0; firstColumn < plan.width; firstColumn += most) {
    const engine = open({ firstColumn, columns: Math.min(most, plan.width - firstColumn), slots });
    fillStrip(plan, slots, engine);
  }
}

function fillStrip({ height, rows }: ResamplePlan, slots: number, engine: StripEngine): void {
  const slotOf = (sourceRow: number): number => sourceRow % slots;
  let next = 0;
  for (let row = 0; row < height; row += 1) {
    const first = rows.first[row] ?? 0;
    const end = first + (rows.count[row] ?? 0);
    for (next = Math.max(next, first); next < end; next += 1) engine.across(next, slotOf(next));
    engine.down(row, slotOf);
  }
}
