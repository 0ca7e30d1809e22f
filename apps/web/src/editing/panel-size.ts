import { GRID_GAP, heightOfRows } from "../dashboard/model/grid-size.ts";

/** What a dashboard is looked at on. */
export type Screen = "desktop" | "wall" | "phone";

interface GridSize {
  readonly w: number;
  readonly h: number;
}

interface SizeFacts {
  /** Grid rows of the whole dashboard, which share the height of a wall. */
  readonly rows: number;
  /** Of its kind, without its head; 0 where the grid decides. */
  readonly phoneHeight: number;
}

/** CSS pixels of a wall's unit, at 1920 × 1080. @see web-experience 4.4 */
export const WALL_UNIT = 19.2;

/** What the frame of the page leaves of 1440 pixels, and of a phone's 390. */
const DESKTOP_WIDTH = 1352;
const PHONE_WIDTH = 374;
const HEAD = 38;
const COLUMNS = 24;

/** How large a panel of the grid is on a screen, in CSS pixels. */
export function panelSizeOn(screen: Screen, { w, h }: GridSize, { rows, phoneHeight }: SizeFacts) {
  const ofRows = heightOfRows(h);
  if (screen === "desktop") return { width: span(DESKTOP_WIDTH, COLUMNS, w, GRID_GAP), height: ofRows };
  if (screen === "phone") return { width: PHONE_WIDTH, height: phoneHeight === 0 ? ofRows : phoneHeight + HEAD };
  // All of the dashboard at once, below the strip and within the wall's own margin.
  const [gap, margin] = [WALL_UNIT / 2, WALL_UNIT];
  const height = 1080 * 0.96 - margin;
  return { width: span(1920 - margin, COLUMNS, w, gap), height: span(height, Math.max(rows, h), h, gap) };
}

/** Of so many of all tracks, with the gaps between them. */
function span(room: number, tracks: number, taken: number, gap: number): number {
  return ((room + gap) / tracks) * taken - gap;
}
