import type { ChartTheme } from "@vedette/chart";
import type { Panel } from "../dashboard/model/dashboard-document.ts";
import type { Theme } from "../dashboard/model/field/color-name.ts";
import type { DisplayFrame } from "../dashboard/model/frame/frame.ts";
import type { Span } from "../dashboard/model/time/time-range.ts";

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
  readonly span: Span;
  readonly width: number;
  readonly height: number;
}
