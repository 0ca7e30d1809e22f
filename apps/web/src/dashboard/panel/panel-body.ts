import type { ComponentType } from "react";
import type { Panel } from "../model/dashboard-document.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import type { Span } from "../model/time/time-range.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import type { Size } from "../view/use-size.ts";

/** What every kind of panel draws from. */
export interface PanelBodyProps {
  readonly panel: Panel;
  /** With the values of variables in it. */
  readonly title: string;
  /** Transformed, named, with all overrides. */
  readonly frames: readonly DisplayFrame[];
  readonly span: Span;
  readonly size: Size;
  /** Variables as this panel sees them. */
  readonly scope: Scope;
}

export type PanelBody = ComponentType<PanelBodyProps>;
