import type { Panel } from "./dashboard-document.ts";
import { displayFrames } from "./field/display-frames.ts";
import { type DisplayFrame, type Frame, isApart } from "./frame/frame.ts";
import { transformFrames } from "./transform.ts";

export interface PanelFrames {
  readonly frames: readonly DisplayFrame[];
  /** What the transformations could not do, and what their result leaves out. */
  readonly notices: readonly string[];
}

/**
 * Makes query results into what a panel renders: transformed, then named and settled by defaults and overrides.
 *
 * @param write - puts the values of variables into a text
 */
export function panelFrames(frames: readonly Frame[], panel: Panel, write: (text: string) => string): PanelFrames {
  const apart = frames.filter(isApart);
  const results = frames.filter((frame) => !isApart(frame));
  const { frames: transformed, notices } = transformFrames(results, panel.transformations, write);
  return { frames: displayFrames([...transformed, ...apart], panel.fieldConfig, write), notices };
}
