import { useMemo } from "react";
import type { Panel } from "../model/dashboard-document.ts";
import type { Frame } from "../model/frame/frame.ts";
import { type PanelFrames, panelFrames } from "../model/panel-frames.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

const NOTHING: PanelFrames = { frames: [], notices: [] };

/** Query results as the panel renders them; nothing before the first ones. */
export function usePanelFrames(panel: Panel, frames: readonly Frame[] | undefined, scope: Scope): PanelFrames {
  return useMemo(
    () => (frames === undefined ? NOTHING : panelFrames(frames, panel, (text) => interpolate(text, scope))),
    [frames, panel, scope],
  );
}
