import { useEffect, useMemo, useState } from "react";
import type { PanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import type { Panel } from "../model/dashboard-document.ts";
import { type PanelFrames, panelFrames } from "../model/panel-frames.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";

interface ReadyFrames extends PanelFrames {
  /** The first results are there, and the code of the transformations. */
  readonly isReady: boolean;
  /** As it was given, with the error where the code does not come. */
  readonly data: PanelData;
}

const NOTHING: PanelFrames = { frames: [], notices: [] };

/** Query results as the panel renders them; nothing before the first ones. */
export function usePanelFrames(panel: Panel, data: PanelData, scope: Scope): ReadyFrames {
  const { frames, reports } = data;
  const isAsked = reports.length > 0;
  const isTransformed = panel.transformations.length > 0;
  const { transform, fault } = useTransform(isTransformed, frames);
  const isLoaded = !isTransformed || transform !== undefined;
  const ready = useMemo(() => {
    if (frames === undefined || !isLoaded) return { ...NOTHING, isReady: false };
    const write = (text: string) => interpolate(text, scope);
    return { ...panelFrames(frames, panel, { write, isAsked, transform }), isReady: true };
  }, [frames, panel, scope, isAsked, transform, isLoaded]);
  return { ...ready, data: fault === undefined ? data : { ...data, error: data.error ?? fault } };
}

/**
 * Transformations are a tenth of a dashboard's own code, and few panels have some.
 *
 * @param answer - code that did not come is fetched again with each new one
 */
function useTransform(isNeeded: boolean, answer: PanelData["frames"]) {
  const [loaded, setLoaded] = useState<typeof import("../model/transform.ts")>();
  const [fault, setFault] = useState<Error>();
  const isMissing = isNeeded && loaded === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new response retries the import
  useEffect(() => {
    if (isMissing) import("../model/transform.ts").then(setLoaded, (error: unknown) => setFault(faultOf(error)));
  }, [isMissing, answer]);
  return { transform: loaded?.transformFrames, fault: isMissing ? fault : undefined };
}

function faultOf(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${dashboardMessages.panel.notDrawn} ${reason}`, { cause });
}
