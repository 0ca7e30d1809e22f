type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Names what a file holds that looks like a dashboard but cannot be shown as one: a resource of another kind, or a
 * dashboard in a schema that is not supported.
 *
 * @param given - the parsed file: a resource, or a bare document
 * @returns such as `dashboard.grafana.app/v2`, or `Folder`; `undefined` for a dashboard in schema v1, and for anything
 *   that does not say what it is
 */
export function unsupportedDocument(given: unknown): string | undefined {
  if (!isObject(given)) return undefined;
  const { apiVersion, kind, spec } = given;
  if (typeof apiVersion === "string") {
    if (typeof kind === "string" && kind !== "Dashboard") return kind;
    const [, group = "", version = ""] = /^([^/]*)\/(.*)$/.exec(apiVersion) ?? [];
    if (group.startsWith("dashboard.") && !/^v[01](?!\d)/.test(version)) return apiVersion;
  }
  return isSchemaV2(given) || isSchemaV2(spec) ? SCHEMA_V2 : undefined;
}

const SCHEMA_V2 = "dashboard.grafana.app/v2";

/** Whether a dashboard's document is in schema v2, which has named elements and a layout instead of a list of panels. */
export function isSchemaV2(spec: unknown): boolean {
  return isObject(spec) && isObject(spec["elements"]) && isObject(spec["layout"]);
}

/**
 * Puts the library panels that a document brings along (`__elements`) in their places. A panel keeps what it says
 * itself, such as its id and place. A library panel that is not in the document stays a reference.
 */
export function withLibraryPanels(spec: JsonObject): JsonObject {
  const models = modelsOf(spec["__elements"]);
  return models.size === 0 ? spec : withPanels(spec, models, 0);
}

/** Uids and names of library panels that a document refers to without bringing them along. */
export function missingLibraryPanels(spec: JsonObject): readonly LibraryPanelRef[] {
  const models = modelsOf(spec["__elements"]);
  return panelsIn(spec, 0).flatMap((panel) => {
    const ref = libraryPanelOf(panel);
    return ref === undefined || models.has(ref.uid) || hasOwnModel(panel) ? [] : [ref];
  });
}

export interface LibraryPanelRef {
  readonly uid: string;
  readonly name: string;
}

/** The library panel that a panel stands for. */
export function libraryPanelOf(panel: JsonObject): LibraryPanelRef | undefined {
  const ref = panel["libraryPanel"];
  if (!isObject(ref)) return undefined;
  const { uid, name } = ref;
  return { uid: typeof uid === "string" ? uid : "", name: typeof name === "string" ? name : "" };
}

/** Documents of older servers hold a copy of the library panel next to the reference. */
function hasOwnModel({ type }: JsonObject): boolean {
  return typeof type === "string" && type !== "" && type !== LIBRARY_PANEL_REF;
}

/** The type that some exports give a mere reference. */
const LIBRARY_PANEL_REF = "library-panel-ref";

/** Rows hold panels, and nothing lies deeper. */
const DEEPEST = 2;

function modelsOf(elements: unknown): ReadonlyMap<string, JsonObject> {
  const listed = Array.isArray(elements) ? elements : isObject(elements) ? Object.values(elements) : [];
  return new Map(
    listed.flatMap((element: unknown): [string, JsonObject][] => {
      if (!isObject(element)) return [];
      const { uid, kind, model } = element;
      const isPanel = kind === undefined || kind === 1;
      return typeof uid === "string" && isPanel && isObject(model) ? [[uid, model]] : [];
    }),
  );
}

function withPanels(holder: JsonObject, models: ReadonlyMap<string, JsonObject>, depth: number): JsonObject {
  const panels = holder["panels"];
  if (!Array.isArray(panels) || depth > DEEPEST) return holder;
  return { ...holder, panels: panels.map((panel: unknown) => withModel(panel, models, depth)) };
}

function withModel(panel: unknown, models: ReadonlyMap<string, JsonObject>, depth: number): unknown {
  if (!isObject(panel)) return panel;
  const model = models.get(libraryPanelOf(panel)?.uid ?? "");
  if (model === undefined) return withPanels(panel, models, depth + 1);
  const { type, ...own } = panel;
  return { ...model, ...own, ...(hasOwnModel(panel) ? { type } : {}) };
}

function panelsIn(holder: JsonObject, depth: number): readonly JsonObject[] {
  const panels = holder["panels"];
  if (!Array.isArray(panels) || depth > DEEPEST) return [];
  return panels.filter(isObject).flatMap((panel) => [panel, ...panelsIn(panel, depth + 1)]);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
