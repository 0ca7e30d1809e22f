import type { JsonObject } from "../json.ts";

/** Whether a panel is a copy that repeating made and an old document was saved with. */
export function isRepeatedCopy(panel: JsonObject): boolean {
  return Boolean(panel["repeatPanelId"]) || Boolean(panel["repeatedByRow"]) || Boolean(panel["repeatByRow"]);
}
