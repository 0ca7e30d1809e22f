import { useMemo, useState } from "react";
import { dashboardMessages } from "../../messages.ts";
import { numberOf, objectOf, textOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";
import { DataTable } from "./data-table.tsx";
import { firstSort, withoutHidden } from "./table-columns.ts";
import { tableData } from "./table-data.ts";

/** One frame of a panel as a table; with several the frame can be chosen. */
export function TablePanel({ panel: { options }, title, frames, span, size, scope }: PanelBodyProps) {
  const { isWall } = useDashboard();
  const [chosen, setChosen] = useState<number>();
  const filled = frames.filter(({ length }) => length > 0);
  const index = Math.min(chosen ?? numberOf(options["frameIndex"]) ?? 0, Math.max(0, filled.length - 1));
  const frame = filled[index];
  const table = useMemo(() => tableData(frame === undefined ? [] : [withoutHidden(frame)]), [frame]);
  if (frame === undefined || table.rows === 0) return <NoData />;
  const hasChoice = filled.length > 1 && !isWall;
  return (
    <div className="v-table-panel">
      <DataTable
        label={title}
        table={table}
        height={size.height - (hasChoice ? 34 : 0)}
        now={span.to}
        scope={scope}
        firstSort={firstSort(options, table.columns)}
        hasHead={options["showHeader"] !== false}
        rowHeight={isWall ? "wall" : (ROW_HEIGHTS.get(textOf(options["cellHeight"])) ?? 30)}
        footer={objectOf(options["footer"])}
      />
      {hasChoice && (
        <label className="v-table-choice">
          <span className="v-hidden">{dashboardMessages.panel.frame}</span>
          <select className="v-input" value={index} onChange={(event) => setChosen(Number(event.target.value))}>
            {filled.map(({ name, refId }, at) => (
              <option key={`${refId} ${name}`} value={at}>
                {name || refId}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

const ROW_HEIGHTS: ReadonlyMap<string, number> = new Map([
  ["sm", 30],
  ["md", 40],
  ["lg", 48],
]);
