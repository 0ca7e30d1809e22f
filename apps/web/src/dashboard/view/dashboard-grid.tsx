import { ChevronDown, ChevronRight } from "lucide-react";
import { type CSSProperties, useMemo, useState } from "react";
import { rem } from "../../style/letter-scale.ts";
import { dashboardMessages } from "../messages.ts";
import { heightOfRows } from "../model/grid-size.ts";
import { halfColumns } from "../model/layout/half-columns.ts";
import { layoutDashboard, type PlacedPanel, type PlacedRow } from "../model/layout.ts";
import { repeatedValues } from "../model/variable/variable-value.ts";
import { PanelCard } from "../panel/panel-card.tsx";
import { panelKind } from "../panel/panel-kinds.ts";
import { scopeOfCopy, titleIn } from "../panel/panel-scope.ts";
import { useDashboard } from "./dashboard-context.ts";
import { PanelAlone } from "./panel-alone.tsx";
import { type PageChoice, type WallPage, WallPages } from "./wall-pages.tsx";
import "./grid.css";

interface DashboardGridProps {
  /**
   * `screen`: everything at once, whatever the height of the screen, with type to match, or in pages where that could
   * not be read; `window`: everything below what stands above, type as it is; `scroll`: rows of 34 px.
   */
  readonly fit: "scroll" | "screen" | "window";
  /** Of `screen`. */
  readonly pages?: PageChoice | undefined;
}

const FIRST_PAGE: PageChoice = { page: 0, onPages: () => {} };

/** The panels on their grid of 24 columns; of 12 where a window is narrower than 1024 px, and one below the other below 640. */
export function DashboardGrid({ fit, pages = FIRST_PAGE }: DashboardGridProps) {
  const { dashboard, scope, viewedPanel } = useDashboard();
  const [collapsedByKey, setCollapsed] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const { variables } = scope;
  const isAlone = viewedPanel !== undefined;
  const layout = useMemo(
    () =>
      layoutDashboard(dashboard.panels, {
        // A panel in a closed row can be seen alone.
        isCollapsed: (key, isAsWritten) => !isAlone && (collapsedByKey.get(key) ?? isAsWritten),
        valuesOf: (name) => repeatedValues(variables.get(name)),
      }),
    [dashboard.panels, variables, collapsedByKey, isAlone],
  );
  const halves = useMemo(() => halfColumns(layout.items.map(({ pos }) => pos)), [layout]);
  const toggle = ({ key, isCollapsed }: PlacedRow) => setCollapsed((now) => new Map([...now, [key, !isCollapsed]]));

  if (viewedPanel !== undefined) return <PanelAlone layout={layout} viewed={viewedPanel} />;
  const gridOf = ({ rows, startOf, isSeen }: WallPage) => (
    <div className="v-grid" data-fit={fit} style={gridStyle(rows)}>
      {layout.items.map((item, at) => (
        <div
          key={item.key}
          className="v-grid-place"
          data-kind={item.kind}
          data-away={!isSeen(item.pos.y) || undefined}
          style={placeStyle(item, { startsAt: item.pos.y - startOf(item.pos.y), rows, halfColumns: halves[at] ?? 1 })}
        >
          {item.kind === "panel" ? (
            <PanelCard placed={item} />
          ) : (
            <RowHead placed={item} onToggle={() => toggle(item)} />
          )}
        </div>
      ))}
    </div>
  );
  if (fit !== "screen") return gridOf({ rows: layout.height, startOf: () => 0, isSeen: () => true });
  return (
    <WallPages layout={layout} {...pages}>
      {gridOf}
    </WallPages>
  );
}

type Style = CSSProperties & Record<`--${string}`, string | number>;

function gridStyle(height: number): Style {
  return { "--v-grid-rows": Math.max(1, height) };
}

interface PageOfGrid {
  /** The first grid row of the item, counted from the top of its page. */
  readonly startsAt: number;
  readonly rows: number;
  readonly halfColumns: number;
}

function placeStyle(item: PlacedPanel | PlacedRow, { startsAt, rows, halfColumns }: PageOfGrid): Style {
  const { x, w, h } = item.pos;
  // What is on a page that is not seen, and higher, must not add rows to the one that is.
  const y = Math.min(startsAt, Math.max(0, rows - 1));
  const phone = item.kind === "panel" ? panelKind(item.panel.type).phoneHeight : 0;
  return {
    "--v-column": `${x + 1} / span ${w}`,
    "--v-row-place": `${y + 1} / span ${Math.min(h, Math.max(1, rows - y))}`,
    "--v-half-columns": halfColumns,
    "--v-rows": h,
    "--v-phone-height": rem(phone === 0 ? heightOfRows(h) : phone + 38),
  };
}

interface RowHeadProps {
  readonly placed: PlacedRow;
  readonly onToggle: () => void;
}

function RowHead({ placed: { row, isCollapsed, panelCount, scoped }, onToggle }: RowHeadProps) {
  const { scope } = useDashboard();
  const Chevron = isCollapsed ? ChevronRight : ChevronDown;
  return (
    <h2 className="v-row-head">
      <button type="button" aria-expanded={!isCollapsed} onClick={onToggle}>
        <Chevron aria-hidden />
        <span className="v-row-title">{titleIn(row.title, scopeOfCopy(scope, scoped))}</span>
        <span className="v-row-count">{dashboardMessages.row.panels(panelCount)}</span>
      </button>
    </h2>
  );
}
