import type { ChartTheme } from "@vedette/chart/core";
import type { AnnotationEvent } from "../dashboard/model/annotation/annotation-event.ts";
import type { Panel } from "../dashboard/model/dashboard-document.ts";
import type { Theme } from "../dashboard/model/field/color-name.ts";
import type { DisplayContext } from "../dashboard/model/field/display-value.ts";
import type { DisplayFrame } from "../dashboard/model/frame/frame.ts";
import type { Span } from "../dashboard/model/time/time-range.ts";
import type { Scope } from "../dashboard/model/variable/interpolate.ts";

/** What the pictures of all panels share. */
export interface PictureLook {
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
  readonly timeZone: string;
}

/** What a panel's picture is drawn from. */
export interface PanelPicture extends PictureLook {
  readonly panel: Panel;
  readonly frames: readonly DisplayFrame[];
  /** Of the whole dashboard. */
  readonly events: readonly AnnotationEvent[];
  /** Why there are no frames, when none of the questions was answered. */
  readonly failure: string | undefined;
  /** Why nothing was asked, when nothing was. */
  readonly reason: string | undefined;
  readonly span: Span;
  readonly scope: Scope;
  readonly width: number;
  readonly height: number;
}

/** How values of a picture are written. */
export function displayContext({ theme, timeZone, span }: PanelPicture): DisplayContext {
  return { theme, timeZone, now: span.to };
}
