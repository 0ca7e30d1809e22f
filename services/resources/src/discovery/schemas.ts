import type { Kind } from "../kinds/kind.ts";

/** The part of JSON Schema that both versions of OpenAPI have. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "boolean" | "number";
  readonly format?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly "x-kubernetes-group-version-kind"?: readonly GroupVersionKind[];
  readonly "x-kubernetes-preserve-unknown-fields"?: true;
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Parameters of a request that changes something. */
export const WRITE_PARAMETERS = ["dryRun", "fieldManager", "fieldValidation", "force"] as const;

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";

const text = (description: string): Schema => ({ type: "string", description });
const texts = (description: string): Schema => ({
  type: "object",
  description,
  additionalProperties: { type: "string" },
});

export const OBJECT_META: Schema = {
  type: "object",
  description: "What the server and its clients know of an object beside what it says.",
  properties: {
    name: text("What the object is called in its address; cannot be changed."),
    generateName: text("Beginning of a name that the server completes, when there is no name."),
    namespace: text("The organisation that it belongs to."),
    uid: text("Unique for all time; set by the server."),
    resourceVersion: text("Changes with every change; set by the server. Sent back, it guards against lost updates."),
    generation: { type: "integer", format: "int64", description: "Counts changes of the spec; set by the server." },
    creationTimestamp: { ...text("When it was made; set by the server."), format: "date-time" },
    deletionTimestamp: { ...text("Not used here."), format: "date-time" },
    deletionGracePeriodSeconds: { type: "integer", format: "int64", description: "Not used here." },
    labels: texts("Short texts by which objects are selected."),
    annotations: texts("Texts that tools and people keep with an object, e.g. vedette.app/folder."),
    finalizers: { type: "array", description: "Not used here.", items: { type: "string" } },
    ownerReferences: { type: "array", description: "Not used here.", items: { type: "object" } },
    managedFields: {
      type: "array",
      description: "Who set which fields; kept by the server.",
      items: { type: "object" },
    },
    selfLink: text("Not used here."),
    clusterName: text("Not used here."),
  },
};

const LIST_META: Schema = {
  type: "object",
  description: "What is true of a list as a whole.",
  properties: {
    resourceVersion: text("The state that the list shows; a watch can go on from it."),
    continue: text("Set when there is more: the token for the next page."),
    remainingItemCount: {
      type: "integer",
      format: "int64",
      description: "How many objects follow, where it is known.",
    },
    selfLink: text("Not used here."),
  },
};

/** Name of the schema of a kind. */
export function schemaName({ group, version, kind }: GroupVersionKind): string {
  const reversed = group.split(".").reverse().join(".");
  return `${reversed}.${version}.${kind}`;
}

/**
 * The schemas of some kinds and of what they are made of.
 *
 * @param refTo - how the document refers to a schema by its name
 * @param specOf - the schema of a kind's spec
 */
export function schemasOf(
  kinds: readonly Kind[],
  refTo: (name: string) => string,
  specOf: (kind: Kind) => Schema,
): Record<string, Schema> {
  const own = kinds.flatMap((kind) => {
    const list = { ...kind, kind: `${kind.kind}List` };
    return [
      [schemaName(kind), objectSchema(kind, refTo, specOf(kind))],
      [schemaName(list), listSchema(kind, refTo)],
    ] as const;
  });
  return Object.fromEntries([...own, [`${META}.ListMeta`, LIST_META], [`${META}.ObjectMeta`, OBJECT_META]]);
}

/** What `kubectl explain` shows of a spec; more keys than these are kept, too. */
export function describedSpec({ specProperties, kind }: Kind): Schema {
  return {
    type: "object",
    description: `What the ${kind.toLowerCase()} is. Keys that are not named here are kept as they are sent.`,
    properties: specProperties,
    "x-kubernetes-preserve-unknown-fields": true,
  };
}

/** Old clients refuse keys that a schema does not name: for them it names none. */
export function openSpec({ kind }: Kind): Schema {
  return { type: "object", description: `What the ${kind.toLowerCase()} is.` };
}

const API_VERSION = text("The group and version of the API.");

function objectSchema(kind: Kind, refTo: (name: string) => string, spec: Schema): Schema {
  return {
    type: "object",
    description: kind.description,
    required: ["spec"],
    properties: {
      apiVersion: API_VERSION,
      kind: text(`Always ${kind.kind}.`),
      metadata: { $ref: refTo(`${META}.ObjectMeta`) },
      spec,
    },
    "x-kubernetes-group-version-kind": [gvkOf(kind)],
  };
}

function listSchema(kind: Kind, refTo: (name: string) => string): Schema {
  const name = `${kind.kind}List`;
  return {
    type: "object",
    description: `A list of ${kind.plural}.`,
    required: ["items"],
    properties: {
      apiVersion: API_VERSION,
      kind: text(`Always ${name}.`),
      metadata: { $ref: refTo(`${META}.ListMeta`) },
      items: { type: "array", description: "The objects.", items: { $ref: refTo(schemaName(kind)) } },
    },
    "x-kubernetes-group-version-kind": [{ ...gvkOf(kind), kind: name }],
  };
}

export function gvkOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, kind, version };
}
