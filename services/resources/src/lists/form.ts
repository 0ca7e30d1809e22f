import { shownMetadata } from "../kinds/dialect.ts";
import { apiVersionOf, type Column, type Kind } from "../kinds/kind.ts";
import { objectText } from "../objects/version.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Drawing } from "./kept-texts.ts";

/** How an answer shows objects: whole, their metadata alone, or as rows of a table. */
export type Form =
  | { readonly kind: "whole" }
  | { readonly kind: "metadata"; readonly version: MetaVersion }
  | { readonly kind: "table"; readonly version: MetaVersion; readonly include: TableObject };

type MetaVersion = "v1" | "v1beta1";
type TableObject = "None" | "Metadata" | "Object";

/** What of a stored version an answer is made from. */
export type Drawn = Pick<
  StoredVersion,
  "name" | "title" | "folder" | "tags" | "generation" | "created_at" | "metadata" | "spec"
>;

const WHOLE: Form = { kind: "whole" };

const META_VERSIONS: readonly MetaVersion[] = ["v1", "v1beta1"];

/**
 * Reads which form a client wants most, as `application/json;as=Table;v=v1;g=meta.k8s.io,application/json` says it.
 *
 * @param accept - the header
 * @param includeObject - the parameter of that name: what of the object a table's row carries
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function formOf(accept: string | undefined, includeObject: string | undefined): Form {
  for (const range of (accept ?? "").split(",", 16)) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (!["application/json", "application/*", "*/*", ""].includes(type)) continue;
    const as = parameterOf(parameters, "as");
    if (as === undefined) return WHOLE;
    const version = META_VERSIONS.find((known) => known === parameterOf(parameters, "v"));
    if (version === undefined || parameterOf(parameters, "g") !== "meta.k8s.io") continue;
    if (as === "Table") return { kind: "table", version, include: includedObject(includeObject) };
    if (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") return { kind: "metadata", version };
  }
  return WHOLE;
}

function parameterOf(parameters: readonly string[], name: string): string | undefined {
  return parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1);
}

function includedObject(text: string | undefined): TableObject {
  return text === "None" || text === "Object" ? text : "Metadata";
}

/** Whether objects of the kind can be drawn without their specs, which are most of their text. */
export function needsSpec(form: Form, kind: Kind): boolean {
  if (form.kind === "whole") return true;
  return form.kind === "table" && (form.include === "Object" || kind.columns.some(({ readsSpec }) => readsSpec));
}

/** How single objects are drawn in a form. */
export function objectDrawing(form: Form, kind: Kind): Drawing {
  return {
    variant: `object ${variantOf(form, kind)}`,
    withSpec: needsSpec(form, kind),
    draw: (object) => drawObject(form, kind, object),
  };
}

/** How the items of a list are drawn in a form. */
export function itemDrawing(form: Form, kind: Kind): Drawing {
  // Outside of a table an item is what the object is on its own.
  const variant = `${form.kind === "table" ? "row" : "object"} ${variantOf(form, kind)}`;
  return { variant, withSpec: needsSpec(form, kind), draw: (object) => drawItem(form, kind, object) };
}

/** Of one version there is one kind, under one or two groups. */
function variantOf(form: Form, { group }: Kind): string {
  return `${group} ${Object.values(form).join(" ")}`;
}

/** One object on its own, as JSON text. */
export function drawObject(form: Form, kind: Kind, object: Drawn): string {
  if (form.kind !== "table") return drawItem(form, kind, object);
  return `${tableHead(form, kind, { resourceVersion: versionOf(object) })}${drawItem(form, kind, object)}]}`;
}

/** The text before the first item of a list; `]}` ends it. */
export function listHead(form: Form, kind: Kind, metadata: Readonly<Record<string, unknown>>): string {
  if (form.kind === "table") return tableHead(form, kind, metadata);
  const head =
    form.kind === "whole"
      ? { kind: `${kind.kind}List`, apiVersion: apiVersionOf(kind) }
      : { kind: "PartialObjectMetadataList", apiVersion: `meta.k8s.io/${form.version}` };
  return `${JSON.stringify({ ...head, metadata }).slice(0, -1)},"items":[`;
}

/** One item of a list: an object, its metadata, or a row. */
function drawItem(form: Form, kind: Kind, object: Drawn): string {
  if (form.kind === "whole") return objectText(kind, object);
  if (form.kind === "metadata") return partialText(form.version, kind, object);
  const cells = JSON.stringify(kind.columns.map(({ cellOf }) => cellOf(object)));
  const carried = carriedObject(form, kind, object);
  return `{"cells":${cells}${carried === "" ? "" : `,"object":${carried}`}}`;
}

/** A table without its columns: what a watch sends after its first event. */
export function drawBareTable(form: Extract<Form, { kind: "table" }>, kind: Kind, object: Drawn): string {
  const head = { kind: "Table", apiVersion: `meta.k8s.io/${form.version}` };
  const metadata = { resourceVersion: versionOf(object) };
  const start = JSON.stringify({ ...head, metadata, columnDefinitions: [] }).slice(0, -1);
  return `${start},"rows":[${drawItem(form, kind, object)}]}`;
}

function tableHead(
  { version }: Extract<Form, { kind: "table" }>,
  kind: Kind,
  metadata: Readonly<Record<string, unknown>>,
): string {
  const columnDefinitions = kind.columns.map(definitionOf);
  const head = { kind: "Table", apiVersion: `meta.k8s.io/${version}`, metadata, columnDefinitions };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[`;
}

function definitionOf({ name, type, format, description, priority }: Column) {
  return { name, type, format, description, priority };
}

function carriedObject(form: Extract<Form, { kind: "table" }>, kind: Kind, object: Drawn): string {
  if (form.include === "None") return "";
  return form.include === "Object" ? objectText(kind, object) : partialText(form.version, kind, object);
}

function partialText(version: MetaVersion, kind: Kind, { metadata }: Drawn): string {
  const head = `"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${version}"`;
  return `{${head},"metadata":${shownMetadata(kind, metadata)}}`;
}

function versionOf({ metadata }: Drawn): string {
  return /"resourceVersion":"(\d+)"/.exec(metadata)?.[1] ?? "";
}
