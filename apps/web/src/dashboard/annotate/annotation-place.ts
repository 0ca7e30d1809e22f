import type { Annotation } from "../../api/annotations.ts";

/** Where somebody wants to say what happened, or which saying is to be changed. Milliseconds since 1970. */
export interface AnnotationPlace {
  /** 0 for all panels. */
  readonly panelId: number;
  readonly from: number;
  /** Equal to `from` for a moment. */
  readonly to: number;
  /** The one that is there already. */
  readonly stored?: Annotation | undefined;
}
