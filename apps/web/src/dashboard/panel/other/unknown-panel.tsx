import { useMemo, useRef } from "react";
import { dashboardMessages } from "../../messages.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { useSize } from "../../view/use-size.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { DataTable } from "../table/data-table.tsx";
import { type TableData, tableData } from "../table/table-data.ts";
import "./other.css";

/** A panel of a kind that cannot be drawn here: what it would draw, as a table. */
export function UnknownPanel({ panel: { type, missingLibraryPanel }, title, frames, span, scope }: PanelBodyProps) {
  const table = useMemo(() => tableData(frames), [frames]);
  const { libraryMissing, unknownType, unknownTypeEmpty } = dashboardMessages.panel;
  if (missingLibraryPanel !== undefined) {
    const { name, uid } = missingLibraryPanel;
    return <p className="v-panel-empty">{libraryMissing(name || uid, uid)}</p>;
  }
  if (table.rows === 0) return <p className="v-panel-empty">{unknownTypeEmpty(type)}</p>;
  return (
    <div className="v-unknown">
      <p>{unknownType(type)}</p>
      <UnknownData title={title} table={table} span={span} scope={scope} />
    </div>
  );
}

/** The table has what the sentence above it leaves. */
function UnknownData({ title, table, span, scope }: Omit<PanelBodyProps, "panel" | "frames" | "size"> & Data) {
  const { isWall } = useDashboard();
  const room = useRef<HTMLDivElement>(null);
  const height = useSize(room)?.height;
  return (
    <div ref={room}>
      {height !== undefined && (
        <DataTable
          label={title}
          table={table}
          height={height}
          now={span.to}
          scope={scope}
          rowHeight={isWall ? "wall" : 30}
        />
      )}
    </div>
  );
}

interface Data {
  readonly table: TableData;
}
