import { useEffect, useMemo, useState } from "react";
import type { PanelData } from "../data/use-panel-data.ts";
import type { Panel } from "../model/dashboard-document.ts";
import { type PanelFrames, panelFrames } from "../model/panel-frames.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

interface ReadyFrames extends PanelFrames {
  /** The first results are there, and the code of the transformations. */
  readonly isReady: boolean;
}

const NOTHING: PanelFrames = { frames: [], notices: [] };

/** Query results as the panel renders them; nothing before the first ones. */
export function usePanelFrames(
  panel: Panel,
  { frames, reports }: Pick<PanelData, "frames" | "reports">,
  scope: Scope,
): ReadyFrames {
  const isAsked = reports.length > 0;
  const isTransformed = panel.transformations.length > 0;
  const transform = useTransform(isTransformed);
  const isLoaded = !isTransformed || transform !== undefined;
  return useMemo(() => {
    if (frames === undefined || !isLoaded) return { ...NOTHING, isReady: false };
    const write = (text: string) => interpolate(text, scope);
    return { ...panelFrames(frames, panel, { write, isAsked, transform }), isReady: true };
  }, [frames, panel, scope, isAsked, transform, isLoaded]);
}

/** Transformations are a tenth of a dashboard's own code, and few panels have some. */
function useTransform(isNeeded: boolean) {
  const [loaded, setLoaded] = useState<typeof import("../model/transform.ts")>();
  useEffect(() => {
    if (isNeeded) void import("../model/transform.ts").then(setLoaded);
  }, [isNeeded]);
  return loaded?.transformFrames;
}
