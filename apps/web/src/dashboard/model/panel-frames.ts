import type { Panel } from "./dashboard-document.ts";
import { displayFrames } from "./field/display-frames.ts";
import { mappedNull } from "./field/display-value.ts";
import { type DisplayFrame, type Frame, isApart } from "./frame/frame.ts";
import type { transformFrames } from "./transform.ts";

export interface PanelFrames {
  readonly frames: readonly DisplayFrame[];
  /** What the transformations could not do, and what their result leaves out. */
  readonly notices: readonly string[];
}

interface PanelFramesOptions {
  /** Puts the values of variables into a text. */
  readonly write: (text: string) => string;
  /** Whether there was a query at all. */
  readonly isAsked: boolean;
  /** Only for panels that have transformations: most have none, and it is large. */
  readonly transform: typeof transformFrames | undefined;
}

/**
 * Makes query results into what a panel renders: transformed, then named and settled by defaults and overrides.
 */
export function panelFrames(
  frames: readonly Frame[],
  panel: Panel,
  { write, isAsked, transform }: PanelFramesOptions,
): PanelFrames {
  const apart = frames.filter(isApart);
  const results = frames.filter((frame) => !isApart(frame));
  const { frames: transformed, notices } = transform?.(results, panel.transformations, write) ?? {
    frames: results,
    notices: [],
  };
  const isNothing = isAsked && transformed.every(({ length }) => length === 0) && saysWhatNothingIs(panel);
  const shown = isNothing ? [NO_VALUE] : transformed;
  return { frames: displayFrames([...shown, ...apart], panel.fieldConfig, write), notices };
}

/** Kinds of panels that show what stands for no value where a query finds nothing. */
const SINGLE_VALUES: ReadonlySet<string> = new Set(["stat", "gauge", "bargauge"]);

function saysWhatNothingIs({ type, fieldConfig: { defaults } }: Panel): boolean {
  if (!SINGLE_VALUES.has(type)) return false;
  return (defaults.noValue ?? "") !== "" || mappedNull(defaults.mappings ?? []) !== undefined;
}

const NO_VALUE: Frame = {
  refId: "",
  name: "",
  length: 1,
  fields: [{ name: "Value", type: "number", values: [undefined], labels: {}, settings: {} }],
};
