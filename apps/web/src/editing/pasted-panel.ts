import { isObject, type JsonObject, listOf } from "../dashboard/model/json.ts";

/** What somebody pasted into a dashboard. */
export type Pasted =
  | { readonly kind: "panel"; readonly panel: JsonObject }
  /** A panel of another dashboard, by its address. */
  | { readonly kind: "address"; readonly uid: string; readonly panelId: number }
  | { readonly kind: "nothing" };

const NOTHING: Pasted = { kind: "nothing" };
/** Lines of a pasted table that are taken. */
const MOST_LINES = 200;

/** Reads a panel's JSON, the address of a panel, or lines of comma- or tab-separated values. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return ofJson(trimmed);
  return /^https?:\/\/\S+$/.test(trimmed) ? ofAddress(trimmed) : ofTable(trimmed);
}

function ofJson(text: string): Pasted {
  try {
    const value: unknown = JSON.parse(text);
    const isPanel = isObject(value) && typeof value["type"] === "string" && listOf(value["panels"]).length === 0;
    return isPanel ? { kind: "panel", panel: value } : NOTHING;
  } catch {
    return NOTHING;
  }
}

function ofAddress(text: string): Pasted {
  const { pathname, searchParams } = new URL(text);
  const [, uid, edited] = /\/d\/([^/]+)(?:\/panels\/(\d+)\/edit)?/.exec(pathname) ?? [];
  const key = edited ?? searchParams.get("viewPanel") ?? searchParams.get("editPanel") ?? "";
  const panelId = Number.parseInt(key.replace(/^panel-/, ""), 10);
  return uid === undefined || !(panelId > 0) ? NOTHING : { kind: "address", uid: decodeURIComponent(uid), panelId };
}

/** A table becomes a text, since no data source is asked for it. */
function ofTable(text: string): Pasted {
  const lines = text.split(/\r?\n/).slice(0, MOST_LINES);
  const separator = lines[0]?.includes("\t") === true ? "\t" : ",";
  const rows = lines.map((line) => cellsOf(line, separator));
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some(({ length }) => length !== columns)) return NOTHING;
  const lineOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const content = [lineOf(head), lineOf(head.map(() => "---")), ...body.map(lineOf)].join("\n");
  return { kind: "panel", panel: { type: "text", title: "", options: { mode: "markdown", content } } };
}

/** RFC 4180, on one line. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (isQuoted && letter === '"' && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
