import { withLibraryPanels } from "@vedette/client/dashboard-document";
import { type JsonObject, numberOf, objectOf } from "./json.ts";
import { modernCells } from "./migration/cell-options.ts";
import { modernDocument } from "./migration/early-document.ts";
import { modernGraph } from "./migration/graph-panel.ts";
import { moveFieldOptions } from "./migration/old-field-options.ts";
import { modernHeatmap } from "./migration/old-heatmap.ts";
import { nameTooltip, showLegend } from "./migration/old-legend.ts";
import { modernFieldNames, modernLinks } from "./migration/old-links.ts";
import { modernFieldMappings } from "./migration/old-mappings.ts";
import { modernTable } from "./migration/old-table.ts";
import { modernText } from "./migration/old-text-panel.ts";
import { realThresholdsOfTable, realThresholdsOfValue } from "./migration/old-thresholds.ts";
import { mergeBehindLabels, statOfEachQuery } from "./migration/old-transformations.ts";
import { modernVariables } from "./migration/old-variables.ts";
import { changePanels, keepPanels } from "./migration/panel-tree.ts";
import { modernOptions, renamedType } from "./migration/panel-type.ts";
import { isRepeatedCopy } from "./migration/repeated-copies.ts";
import { minSpanToMaxPerRow, rowsToGrid } from "./migration/rows-to-grid.ts";
import { modernSinglestat } from "./migration/singlestat-panel.ts";
import { keepTimeAxis } from "./migration/time-axis.ts";

/** The schema that documents are brought to. */
const SCHEMA_VERSION = 41;

interface PanelStep {
  readonly change: (panel: JsonObject) => JsonObject;
  /** Only for documents of a lower version; absent where the panel's shape tells whether it is old. */
  readonly below?: number;
}

/** The order matters: names and parts first that whole panels are made of, then the panels, then today's parts. */
const PANEL_STEPS: readonly PanelStep[] = [
  { change: renamedType },
  { change: modernOptions },
  { change: minSpanToMaxPerRow },
  { change: modernLinks },
  { change: keepTimeAxis, below: 35 },
  { change: mergeBehindLabels, below: 31 },
  { change: statOfEachQuery, below: 39 },
  { change: moveFieldOptions },
  { change: realThresholdsOfValue, below: 9 },
  { change: modernSinglestat },
  { change: realThresholdsOfTable, below: 10 },
  { change: modernTable },
  { change: modernGraph },
  { change: modernHeatmap },
  { change: modernText },
  { change: modernFieldMappings },
  { change: modernFieldNames, below: 21 },
  { change: nameTooltip },
  { change: showLegend },
  { change: modernCells },
];

/**
 * Brings a dashboard document of any version to schema 41, so that it can be shown. What is stored stays as it was
 * sent: the input is not touched, what is not known survives, and nothing throws.
 *
 * A document without a version is taken for an old one; a newer one is left at its own version.
 */
export function migrateToShow(spec: unknown): JsonObject {
  const document = withLibraryPanels(objectOf(spec));
  const version = numberOf(document["schemaVersion"]) ?? 0;
  const onGrid = rowsToGrid(modernDocument(document), version);
  const withVariables = modernVariables(onGrid, version);
  const withoutCopies = keepPanels(withVariables, (panel) => !isRepeatedCopy(panel));
  const steps = PANEL_STEPS.filter(({ below = Number.POSITIVE_INFINITY }) => version < below);
  const shown = changePanels(withoutCopies, (panel) => steps.reduce((changed, { change }) => change(changed), panel));
  return { ...shown, schemaVersion: Math.max(version, SCHEMA_VERSION) };
}
