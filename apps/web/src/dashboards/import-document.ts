import { type LibraryPanelRef, missingLibraryPanels, unsupportedDocument } from "@vedette/client/dashboard-document";
import type { DashboardSpec } from "../api/dashboards.ts";
import { isResourceName } from "../api/resource-name.ts";

/** A value that the exported document leaves open: a data source, or a text. */
export interface ImportInput {
  /** As in `${NAME}`. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly kind: "datasource" | "constant";
  /** The data source's type (`prometheus`), or the text that is proposed. */
  readonly hint: string;
}

export interface ImportDocument {
  readonly title: string;
  readonly panelCount: number;
  /** What the document calls itself; "" when it has no usable name. */
  readonly name: string;
  readonly inputs: readonly ImportInput[];
  /** Library panels that it refers to without bringing them along. */
  readonly missingLibraryPanels: readonly LibraryPanelRef[];
  /** The dashboard as JSON text: for a bare document letter by letter what was given. */
  readonly specText: string;
}

/** Why a text is no dashboard; each has its sentence in the catalogue. */
type ImportFault = "empty" | "syntax" | "not-an-object" | "a-list" | "unsupported" | "no-dashboard" | "no-title";

export type ImportReading =
  | { readonly kind: "document"; readonly document: ImportDocument }
  | { readonly kind: "fault"; readonly fault: ImportFault; readonly detail: string };

/**
 * Reads what people have when they say "a dashboard": the bare document, a resource with `metadata` and `spec`,
 * or the `{dashboard: …}` of the older API.
 */
export function readImport(text: string): ImportReading {
  if (text.trim() === "") return fault("empty");
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return fault("syntax", error instanceof Error ? error.message : "");
  }
  const { spec, name, refusal } = dashboardIn(given);
  if (spec === undefined) return refusal;
  return {
    kind: "document",
    document: {
      title: spec.title,
      panelCount: countPanels(spec),
      name: [name, spec["uid"]].find(isResourceName) ?? "",
      inputs: readInputs(spec["__inputs"]),
      missingLibraryPanels: missingLibraryPanels(spec),
      specText: isWrapped(given) ? JSON.stringify(spec) : text,
    },
  };
}

interface Found {
  readonly spec: JsonObject & { readonly title: string };
  readonly name: unknown;
  readonly refusal?: undefined;
}

interface Refused {
  readonly spec?: undefined;
  readonly name?: undefined;
  readonly refusal: ImportReading;
}

function dashboardIn(given: unknown): Found | Refused {
  const refused = (...reason: Parameters<typeof fault>): Refused => ({ refusal: fault(...reason) });
  if (!isObject(given)) return refused("not-an-object");
  if (Array.isArray(given["items"]) && !("title" in given)) return refused("a-list");
  const { spec, name } = unwrap(given);
  const unsupported = [given, given["dashboard"], spec].map(unsupportedDocument).find((one) => one !== undefined);
  if (unsupported !== undefined) return refused("unsupported", unsupported);
  if (!isObject(spec)) return refused("no-dashboard");
  const { title } = spec;
  if (typeof title === "string" && title !== "") return { spec: { ...spec, title }, name };
  return refused("panels" in spec || "rows" in spec ? "no-title" : "no-dashboard");
}

/** Puts the chosen values in the place of each `${NAME}`; everything else of the text stays letter by letter. */
export function fillInputs(specText: string, values: ReadonlyMap<string, string>): string {
  let filled = specText;
  for (const [name, value] of values) {
    filled = filled.replaceAll(`\${${name}}`, () => JSON.stringify(value).slice(1, -1));
  }
  return filled;
}

type JsonObject = Readonly<Record<string, unknown>>;

function fault(kind: ImportFault, detail = ""): ImportReading {
  return { kind: "fault", fault: kind, detail };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWrapped(given: unknown): boolean {
  return isObject(given) && unwrap(given).spec !== given;
}

function unwrap(given: JsonObject): { readonly spec: unknown; readonly name: unknown } {
  if (isObject(given["spec"]) && (isObject(given["metadata"]) || given["kind"] === "Dashboard")) {
    return { spec: given["spec"], name: isObject(given["metadata"]) ? given["metadata"]["name"] : undefined };
  }
  if (isObject(given["dashboard"]) && !("panels" in given)) return unwrap(given["dashboard"]);
  return { spec: given, name: undefined };
}

function countPanels(spec: DashboardSpec | JsonObject): number {
  const panels = Array.isArray(spec["panels"]) ? spec["panels"].filter(isObject) : [];
  return panels.reduce((sum, panel) => sum + (panel["type"] === "row" ? countPanels(panel) : 1), 0);
}

function readInputs(inputs: unknown): ImportInput[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.filter(isObject).flatMap((input) => {
    const name = textOf(input["name"]);
    const kind = input["type"] === "constant" ? "constant" : "datasource";
    if (name === "") return [];
    const hint = textOf(kind === "constant" ? input["value"] : input["pluginId"]);
    return [{ name, kind, hint, label: textOf(input["label"]) || name, description: textOf(input["description"]) }];
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
