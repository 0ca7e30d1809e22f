import { useMemo } from "react";
import type { PanelData } from "../data/use-panel-data.ts";
import type { Panel } from "../model/dashboard-document.ts";
import { type PanelFrames, panelFrames } from "../model/panel-frames.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

const NOTHING: PanelFrames = { frames: [], notices: [] };

/** Query results as the panel renders them; nothing before the first ones. */
export function usePanelFrames(
  panel: Panel,
  { frames, reports }: Pick<PanelData, "frames" | "reports">,
  scope: Scope,
): PanelFrames {
  const isAsked = reports.length > 0;
  return useMemo(() => {
    if (frames === undefined) return NOTHING;
    return panelFrames(frames, panel, { write: (text) => interpolate(text, scope), isAsked });
  }, [frames, panel, scope, isAsked]);
}
