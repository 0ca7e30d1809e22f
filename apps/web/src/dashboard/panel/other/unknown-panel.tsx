import { useMemo } from "react";
import { dashboardMessages } from "../../messages.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { DataTable } from "../table/data-table.tsx";
import { tableData } from "../table/table-data.ts";
import "./other.css";

/** A panel of a kind that cannot be drawn here: what it would draw, as a table. */
export function UnknownPanel({ panel: { type }, title, frames, span, size, scope }: PanelBodyProps) {
  const table = useMemo(() => tableData(frames), [frames]);
  if (table.rows === 0) return <p className="v-panel-empty">{dashboardMessages.panel.unknownTypeEmpty(type)}</p>;
  return (
    <div className="v-unknown">
      <p>{dashboardMessages.panel.unknownType(type)}</p>
      <DataTable label={title} table={table} height={Math.max(40, size.height - 26)} now={span.to} scope={scope} />
    </div>
  );
}
