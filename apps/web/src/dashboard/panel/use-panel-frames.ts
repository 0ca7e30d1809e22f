import { useMemo } from "react";
import type { Panel } from "../model/dashboard-document.ts";
import { displayFrames } from "../model/field/display-frames.ts";
import type { DisplayFrame, Frame } from "../model/frame/frame.ts";
import { transformFrames } from "../model/transform.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

interface PanelFrames {
  readonly frames: readonly DisplayFrame[];
  readonly notices: readonly string[];
}

const NOTHING: PanelFrames = { frames: [], notices: [] };

/** Answers made into what the panel draws: transformed, then named and settled by defaults and overrides. */
export function usePanelFrames(panel: Panel, frames: readonly Frame[] | undefined, scope: Scope): PanelFrames {
  return useMemo(() => {
    if (frames === undefined) return NOTHING;
    const write = (text: string) => interpolate(text, scope);
    const series = frames.filter(({ isExemplars }) => isExemplars !== true);
    const transformed = transformFrames(series, panel.transformations, write);
    const exemplars = frames.filter(({ isExemplars }) => isExemplars === true);
    return {
      frames: displayFrames([...transformed.frames, ...exemplars], panel.fieldConfig, write),
      notices: transformed.notices,
    };
  }, [frames, panel, scope]);
}
