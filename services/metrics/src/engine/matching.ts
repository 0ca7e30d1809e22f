import { droppingLabels, type Grouping, keepingLabels, METADATA_LABELS } from "../labels/labels.ts";
import type { VectorMatching } from "../promql/syntax.ts";

/** The labels by which series of two vectors find each other. */
export function matchingLabels({ isOn, labels }: VectorMatching): Grouping {
  return isOn ? keepingLabels(labels) : droppingLabels([...labels, ...METADATA_LABELS]);
}
