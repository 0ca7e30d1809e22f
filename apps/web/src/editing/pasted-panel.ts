import { csvText } from "../control/csv-text.ts";
import { MOST_CSV_ROWS } from "../dashboard/model/frame/csv-frame.ts";
import { csvRows } from "../dashboard/model/frame/csv-rows.ts";
import { isObject, type JsonObject, listOf } from "../dashboard/model/json.ts";
import { type ImportDocument, readImport } from "../dashboards/import-document.ts";

/** What somebody pasted into a dashboard. */
export type Pasted =
  | { readonly kind: "panel"; readonly panel: JsonObject }
  /** A whole dashboard, to choose panels of. */
  | { readonly kind: "dashboard"; readonly document: ImportDocument }
  /** Lines of a table, for a panel of its own. */
  | { readonly kind: "table"; readonly csv: string }
  /** A panel of another dashboard, by its address. */
  | { readonly kind: "address"; readonly uid: string; readonly panelId: number }
  | { readonly kind: "nothing" };

const NOTHING: Pasted = { kind: "nothing" };

/** Reads a panel's JSON or a dashboard's, the address of a panel, rows in JSON, or lines of comma- or tab-separated values. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return ofJson(trimmed);
  if (trimmed.startsWith("[")) return ofRows(trimmed);
  if (/^https?:\/\/\S+$/.test(trimmed)) return ofAddress(trimmed);
  return csvRows(trimmed, MOST_CSV_ROWS) === undefined ? NOTHING : { kind: "table", csv: trimmed };
}

function ofJson(text: string): Pasted {
  const read = readImport(text);
  if (read.kind === "document" && read.document.panelCount > 0) return { kind: "dashboard", document: read.document };
  const value = parsed(text);
  const isPanel = isObject(value) && typeof value["type"] === "string" && listOf(value["panels"]).length === 0;
  return isPanel ? { kind: "panel", panel: value } : NOTHING;
}

/** A table of which each row is an object, as the data of panels are downloaded. */
function ofRows(text: string): Pasted {
  const rows = listOf(parsed(text));
  const objects = rows.slice(0, MOST_CSV_ROWS - 1).filter(isObject);
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  if (objects.length < Math.min(rows.length, MOST_CSV_ROWS - 1) || names.length < 2) return NOTHING;
  return {
    kind: "table",
    csv: csvText([names, ...objects.map((row) => names.map((name) => cellOf(row[name])))]).trim(),
  };
}

function cellOf(value: unknown): string | number {
  if (typeof value === "number" || typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** @returns nothing for what is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofAddress(text: string): Pasted {
  const { pathname, searchParams } = new URL(text);
  const [, uid, edited] = /\/d\/([^/]+)(?:\/panels\/(\d+)\/edit)?/.exec(pathname) ?? [];
  const key = edited ?? searchParams.get("viewPanel") ?? searchParams.get("editPanel") ?? "";
  const panelId = Number.parseInt(key.replace(/^panel-/, ""), 10);
  return uid === undefined || !(panelId > 0) ? NOTHING : { kind: "address", uid: decodeURIComponent(uid), panelId };
}

/** The table stands in the document itself, as other dashboard servers write it. */
export function tablePanel(csv: string, title: string): JsonObject {
  return {
    type: "table",
    title,
    datasource: { type: "grafana-testdata-datasource" },
    targets: [{ refId: "A", scenarioId: "csv_content", csvContent: csv }],
    fieldConfig: { defaults: {}, overrides: [] },
    options: {},
  };
}
