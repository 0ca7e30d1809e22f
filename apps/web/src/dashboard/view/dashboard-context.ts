import type { ChartGroup, ChartTheme } from "@vedette/chart/core";
import { createContext, use } from "react";
import type { DataSource } from "../../api/data-sources.ts";
import type { AnnotationPlace } from "../annotate/annotation-place.ts";
import type { LastPictures } from "../data/last-pictures.ts";
import type { PrometheusAnswer, PrometheusCall } from "../data/prometheus-call.ts";
import type { GoodAnswer } from "../data/use-panel-data.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import type { Dashboard, Panel } from "../model/dashboard-document.ts";
import type { Theme } from "../model/field/color-name.ts";
import type { Clock } from "../model/time/clock.ts";
import type { Span, TimeRange } from "../model/time/time-range.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import type { Neighbours } from "../panel/time-series/tooltip.ts";

/** What every panel of a dashboard shares. */
export interface DashboardShared {
  readonly dashboard: Dashboard;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly range: TimeRange;
  readonly span: Span;
  readonly timeZone: string;
  /** What relative times of panels are counted from. */
  readonly clock: Clock;
  /** Rises with each refresh: the same questions are asked again. */
  readonly refreshCount: number;
  /** Milliseconds between two refreshes; `undefined` when nothing refreshes by itself. */
  readonly refreshEvery: number | undefined;
  readonly sources: readonly DataSource[];
  /** What happened meanwhile, to be drawn into charts. */
  readonly events: readonly AnnotationEvent[];
  readonly scope: Scope;
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
  /** No menus, no tooltips, nothing to press. */
  readonly isWall: boolean;
  /** One question after another: what was answered to another one than is asked now must not be seen. */
  readonly isExploring: boolean;
  readonly cursors: ChartGroup | undefined;
  /** The charts whose tooltips stand together; `undefined` where each speaks for itself. */
  readonly neighbours: Neighbours | undefined;
  readonly ask: (call: PrometheusCall, signal: AbortSignal) => Promise<PrometheusAnswer>;
  /** What panels showed last, while somebody is here: one that is drawn elsewhere on the page has it at once. */
  readonly pictures: LastPictures<GoodAnswer>;
  /** The person dragged over a range; nothing where ranges cannot be changed. */
  readonly onRange?: (range: TimeRange) => void;
  /** Shows one panel alone; `undefined` leads back. */
  readonly onViewPanel?: (key: string | undefined) => void;
  readonly viewedPanel: string | undefined;
  /** Somebody wants to say what happened; nothing where nobody may. */
  readonly onAnnotate?: (place: AnnotationPlace) => void;
  /** Panels lead to where they are edited. */
  readonly canEdit: boolean;
}

export const DashboardContext = createContext<DashboardShared | undefined>(undefined);

/** Only for what stands inside a dashboard. */
export function useDashboard(): DashboardShared {
  const shared = use(DashboardContext);
  if (shared === undefined) throw new TypeError("useDashboard stands outside a dashboard");
  return shared;
}
