import { dashboardMessages } from "../messages.ts";
import type { Dashboard, Panel } from "../model/dashboard-document.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import { documentNotices } from "../model/notice/document-notices.ts";
import { MOST_GROUPS, MOST_STATE_ROWS } from "./rendered-limits.ts";
import { countValues, mostValues } from "./single-value/reduced-values.ts";

interface Shown {
  readonly panel: Panel;
  readonly dashboard: Pick<Dashboard, "json">;
  /** What could not be asked, or was asked elsewhere. */
  readonly queries: readonly string[];
  readonly transformations: readonly string[];
  /** Of the data sources. */
  readonly warnings: readonly string[];
  readonly frames: readonly DisplayFrame[];
  /** How many of the frames the panel gets. */
  readonly rendered: number;
  /** On walls and in images nobody can choose another table. */
  readonly isStill: boolean;
}

/**
 * Everything that a reader of a panel has to know about what it does not show: the one place that all notices come from,
 * for its head and for images.
 */
export function panelNotices(shown: Shown): readonly string[] {
  const { panel, dashboard, queries, transformations, warnings } = shown;
  return [
    ...new Set([
      ...panel.notices,
      ...documentNotices(panel, dashboard),
      ...queries,
      ...transformations,
      ...leftOut(shown),
      ...warnings,
    ]),
  ];
}

const VALUES: ReadonlySet<string> = new Set(["stat", "gauge", "bargauge", "piechart"]);
const STATES: ReadonlySet<string> = new Set(["state-timeline", "status-history"]);
const TABLES: ReadonlySet<string> = new Set(["table", "table-old"]);

/** What is there, but not rendered. */
function leftOut({ panel, frames, rendered, isStill }: Shown): readonly string[] {
  const { seriesCut } = dashboardMessages.panel;
  const texts = dashboardMessages.notices;
  if (rendered < frames.length) return [seriesCut(rendered, frames.length)];
  if (VALUES.has(panel.type)) {
    return cut(countValues(frames, panel.options), mostValues(panel.options), texts.values);
  }
  if (STATES.has(panel.type)) {
    const rows = frames.flatMap(({ fields }) => fields.filter(({ type }) => type !== "time"));
    return cut(rows.length, MOST_STATE_ROWS, seriesCut);
  }
  if (panel.type === "barchart")
    return cut(Math.max(0, ...frames.map(({ length }) => length)), MOST_GROUPS, texts.groups);
  if (!isStill || !TABLES.has(panel.type)) return [];
  const filled = frames.filter(({ length }) => length > 0).length;
  return filled > 1 ? [texts.tables(filled)] : [];
}

function cut(all: number, most: number, text: (most: number, all: number) => string): readonly string[] {
  return all > most ? [text(most, all)] : [];
}
