import { METRIC_NAME } from "../labels/labels.ts";
import { PART_LABEL } from "../store/histogram-parts.ts";
import { unescapeText } from "./escapes.ts";

/** One label with its separator, or a quoted metric name: `a="b",`, `"metric.name",`. */
const LABEL =
  /[ \t]*(?:([A-Za-z_][A-Za-z0-9_]*)|"((?:[^"\\]|\\.)*)")[ \t]*(?:=[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*)?(?:,|$)/sy;
const METRIC = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/** How many labels a series may have, and how long their names and values may be. */
const MAX_LABELS = 128;
const MAX_TEXT = 16 * 1024;

/**
 * Reads name and labels of a series as an exposition writes them.
 *
 * @returns `undefined` when the text is not that, or a label comes twice
 */
export function parseSeriesText(text: string): Map<string, string> | undefined {
  const open = text.indexOf("{");
  const name = (open === -1 ? text : text.slice(0, open)).trim();
  const labels = new Map<string, string>();
  if (name !== "" && !METRIC.test(name)) return undefined;
  if (name !== "") labels.set(METRIC_NAME, name);
  if (open !== -1 && !readLabels(text.slice(open + 1, -1), labels)) return undefined;
  const isWhole =
    labels.has(METRIC_NAME) && !labels.has(PART_LABEL) && labels.size <= MAX_LABELS && text.length <= MAX_TEXT;
  return isWhole ? labels : undefined;
}

/** Reads labels in braces, as exemplars have them. @returns `undefined` when the text is not that */
export function parseLabelsText(text: string): Map<string, string> | undefined {
  const labels = new Map<string, string>();
  return text.startsWith("{") && readLabels(text.slice(1, -1), labels) ? labels : undefined;
}

function readLabels(text: string, labels: Map<string, string>): boolean {
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length && text.slice(LABEL.lastIndex).trim() !== "") {
    const [, plain, quoted, value] = LABEL.exec(text) ?? [];
    const label = plain ?? (quoted === undefined ? undefined : unescapeText(quoted));
    if (label === undefined) return false;
    if (value === undefined && quoted === undefined) return false;
    const [name, content] = value === undefined ? [METRIC_NAME, label] : [label, unescapeText(value)];
    if (labels.has(name)) return false;
    labels.set(name, content);
  }
  return true;
}
