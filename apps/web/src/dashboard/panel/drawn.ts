import type { DisplayFrame, Frame } from "../model/frame/frame.ts";

/** What a panel draws, and what of it its queries answered. */
export interface Drawn {
  readonly frames: readonly DisplayFrame[];
  readonly answered: readonly Frame[];
  /** Why its queries have no newer answer; empty while they have. */
  readonly fault: string;
}

export const NOTHING_DRAWN: Drawn = { frames: [], answered: [], fault: "" };
