import { isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import { changePanels, keepPanels } from "../dashboard/model/migration/panel-tree.ts";
import { setIn } from "./set-in.ts";

/** Every panel of a document, those inside rows too. */
function panelsOf(document: JsonObject): readonly JsonObject[] {
  return objectsOf(document["panels"]).flatMap((panel) => [panel, ...objectsOf(panel["panels"])]);
}

export function panelIn(document: JsonObject, id: number): JsonObject | undefined {
  return panelsOf(document).find((panel) => panel["id"] === id);
}

export function changePanel(document: JsonObject, id: number, change: (panel: JsonObject) => JsonObject): JsonObject {
  return changePanels(document, (panel) => (panel["id"] === id ? change(panel) : panel));
}

/** Changes the panel or row at a place of the document's list. */
export function changeAt(document: JsonObject, index: number, change: (panel: JsonObject) => JsonObject): JsonObject {
  return {
    ...document,
    panels: objectsOf(document["panels"]).map((panel, at) => (at === index ? change(panel) : panel)),
  };
}

export function removePanel(document: JsonObject, id: number): JsonObject {
  return keepPanels(document, (panel) => panel["id"] !== id);
}

/** Takes away the panel or row at a place of the list; what an open row holds stays, of a closed one it goes along. */
export function removeAt(document: JsonObject, index: number): JsonObject {
  return { ...document, panels: objectsOf(document["panels"]).filter((_, at) => at !== index) };
}

/** Puts a panel below all others; with an id of its own. */
export function addPanel(document: JsonObject, panel: JsonObject): { document: JsonObject; id: number } {
  const panels = panelsOf(document);
  const id = panels.reduce((highest, one) => Math.max(highest, numberOf(one["id"]) ?? 0), 0) + 1;
  const bottom = panels.reduce((lowest, { gridPos }) => Math.max(lowest, bottomOf(gridPos)), 0);
  const { w = 12, h = 8 } = objectOf(panel["gridPos"]);
  const placed = { ...panel, id, gridPos: { x: 0, y: bottom, w, h } };
  return { document: { ...document, panels: [...listOf(document["panels"]), placed] }, id };
}

/** Puts panels of another document below all others, as they lie to each other; each with an id of its own. */
export function addPanels(document: JsonObject, panels: readonly JsonObject[]): JsonObject {
  const own = panelsOf(document);
  let id = own.reduce((highest, one) => Math.max(highest, numberOf(one["id"]) ?? 0), 0);
  const bottom = own.reduce((lowest, { gridPos }) => Math.max(lowest, bottomOf(gridPos)), 0);
  const top = Math.min(...panels.map(({ gridPos }) => numberOf(objectOf(gridPos)["y"]) ?? 0));
  const lowered = (panel: JsonObject): JsonObject => {
    const gridPos = objectOf(panel["gridPos"]);
    id += 1;
    return { ...panel, id, gridPos: { ...gridPos, y: (numberOf(gridPos["y"]) ?? 0) - top + bottom } };
  };
  const added = changePanels({ panels }, lowered);
  return { ...document, panels: [...listOf(document["panels"]), ...listOf(added["panels"])] };
}

function bottomOf(gridPos: unknown): number {
  const { y, h } = objectOf(gridPos);
  return (numberOf(y) ?? 0) + (numberOf(h) ?? 0);
}

export function duplicatePanel(document: JsonObject, id: number): { document: JsonObject; id: number } {
  const panel = panelIn(document, id);
  return panel === undefined ? { document, id } : addPanel(document, panel);
}

/** What a new panel begins with. */
export const NEW_PANEL: JsonObject = {
  type: "timeseries",
  title: "",
  targets: [{ refId: "A", expr: "up", legendFormat: "__auto" }],
  fieldConfig: { defaults: {}, overrides: [] },
  options: {},
};

/** The queries of a panel as written. */
export function targetsOf(panel: JsonObject): readonly JsonObject[] {
  return objectsOf(panel["targets"]);
}

export function changeTarget(panel: JsonObject, at: number, path: readonly string[], value: unknown): JsonObject {
  const targets = targetsOf(panel).map((target, index) => (index === at ? setIn(target, path, value) : target));
  return { ...panel, targets };
}

/** A panel that asks another source; what its queries name stays where each has its own. */
export function withSource(panel: JsonObject, datasource: JsonObject | undefined): JsonObject {
  const next = setIn(panel, ["datasource"], datasource);
  if (textOf(datasource?.["uid"]).startsWith("-- ")) return next;
  const targets = targetsOf(panel).map((target) =>
    "datasource" in target ? setIn(target, ["datasource"], datasource) : target,
  );
  return "targets" in panel ? { ...next, targets } : next;
}

/**
 * A panel of another kind. A heat map counts what lies in each bucket, so its queries are answered as one; in every
 * other kind they are series again.
 */
export function withKind(panel: JsonObject, kind: string): JsonObject {
  const [before, after] = kind === "heatmap" ? ["time_series", "heatmap"] : ["heatmap", "time_series"];
  const targets = targetsOf(panel).map((target) =>
    textOf(target["format"], "time_series") === before ? { ...target, format: after } : target,
  );
  return { ...panel, type: kind, ...("targets" in panel ? { targets } : {}) };
}

/** Another query, under the first letter that is free. */
export function addTarget(panel: JsonObject): JsonObject {
  const taken = new Set(targetsOf(panel).map(({ refId }) => textOf(refId)));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode("A".charCodeAt(0) + at));
  const refId = letters.find((letter) => !taken.has(letter)) ?? `Q${taken.size + 1}`;
  const [first] = targetsOf(panel);
  const datasource = isObject(first?.["datasource"]) ? { datasource: first["datasource"] } : {};
  return { ...panel, targets: [...targetsOf(panel), { refId, expr: "", ...datasource }] };
}

export function removeTarget(panel: JsonObject, at: number): JsonObject {
  return { ...panel, targets: targetsOf(panel).filter((_, index) => index !== at) };
}
