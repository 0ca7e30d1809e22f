/** What a key asks of a chart that has the focus: its data as a table, to follow the links of a point, or to leave it. */
export type ChartAct = "table" | "follow" | "leave" | "walk";

/** @param isPointed - keys stand at a point already; @see chart-events 11 */
export function actOfKey(key: string, isPointed: boolean): ChartAct {
  if (key === "t" || key === "T") return "table";
  if (!isPointed) return "walk";
  if (key === "Enter" || key === " ") return "follow";
  return key === "Escape" ? "leave" : "walk";
}
