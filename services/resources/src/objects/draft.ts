import { type FieldFault, ResourceError } from "../errors.ts";
import { memberText } from "../json/member-text.ts";
import { ownKeys } from "../kinds/dialect.ts";
import { apiVersionOf, invalid, isJsonObject, type JsonObject, type Kind, required, subjectOf } from "../kinds/kind.ts";
import type { OwnedPart } from "./managed-fields.ts";
import { isName, isNamePrefix, MAX_NAME_LENGTH } from "./name.ts";
import { ownAnnotations, ownLabels } from "./server-metadata.ts";

/** A JSON body: what it says and how it was written. */
export interface Body {
  readonly value: unknown;
  readonly text: string;
}

/** What a client wants an object to be. What only the server decides has been left out. */
export interface Draft {
  readonly name: string | undefined;
  readonly generateName: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly spec: JsonObject;
  /** The spec exactly as it was written. */
  readonly specText: string;
}

/** Characters of all labels, and of all annotations but kubectl's own. */
const MAX_METADATA_LENGTH = 256 * 1024;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
/** Characters of the annotation in which `kubectl apply` keeps the whole object. */
const MAX_LAST_APPLIED_LENGTH = 2 * 1024 * 1024;

/**
 * Reads the body of a POST.
 *
 * @throws ResourceError `request_invalid`, `object_invalid` with every fault
 */
export function readNewDraft(kind: Kind, namespace: string, body: Body): Draft {
  const { draft, faults, hasMetadata } = readDraft(kind, namespace, body);
  const all = hasMetadata ? [...nameFaults(kind, draft), ...faults] : [...faults];
  if (draft.resourceVersion !== undefined) {
    all.push(invalid("metadata.resourceVersion", "must not be set on an object that is made"));
  }
  requireNoFaults(kind, draft.name, all);
  return draft;
}

/**
 * Reads the body of a PUT to `name`.
 *
 * @throws ResourceError `request_invalid`, `object_invalid` with every fault
 */
export function readReplacement(
  kind: Kind,
  { namespace, name }: { namespace: string; name: string },
  body: Body,
): Draft {
  const { draft, faults, hasMetadata } = readDraft(kind, namespace, body);
  const all = [...faults];
  if (hasMetadata && draft.name === undefined) all.unshift(required("metadata.name"));
  else if (hasMetadata && draft.name !== name) all.unshift(nameMismatch(name));
  if (hasMetadata && kind.requiresVersion && draft.resourceVersion === undefined) {
    all.push(required("metadata.resourceVersion"));
  }
  requireNoFaults(kind, draft.name, all);
  return draft;
}

/** What somebody applies: a part of an object, as it was sent. */
export interface Applied extends OwnedPart {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/**
 * Reads the body of a server-side apply to `name`. It may leave out whatever it does not want to own.
 *
 * @throws ResourceError `request_invalid`, `object_invalid` with every fault
 */
export function readApplied(kind: Kind, { namespace, name }: { namespace: string; name: string }, body: Body): Applied {
  const value = requireObject(body);
  for (const member of ["kind", "apiVersion"]) {
    if (typeof value[member] !== "string" || value[member] === "") {
      throw new ResourceError("request_invalid", { detail: `${member} must be set in what is applied` });
    }
  }
  requireType(kind, value);
  const metadata = value["metadata"] ?? {};
  const spec = value["spec"] ?? {};
  const faults = [...objectFaults("metadata", metadata), ...objectFaults("spec", spec)];
  const members = isJsonObject(metadata) ? metadata : {};
  faults.push(...metadataFaults(members, namespace));
  const written = textOf(members["name"]);
  if (written !== undefined && written !== name) faults.push(nameMismatch(name));
  if (!isEmpty(members["managedFields"])) faults.push(invalid("metadata.managedFields", "must not be set"));
  requireNoFaults(kind, name, faults);
  return {
    labels: ownLabels(ownKeys(kind, stringMap(members["labels"]))),
    annotations: ownAnnotations(ownKeys(kind, stringMap(members["annotations"]))),
    spec: isJsonObject(spec) ? spec : {},
    uid: textOf(members["uid"]),
    resourceVersion: textOf(members["resourceVersion"]),
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function nameMismatch(name: string): FieldFault {
  return invalid("metadata.name", `must be ${JSON.stringify(name)}, as in the address`);
}

function requireObject({ value }: Body): JsonObject {
  if (isJsonObject(value)) return value;
  throw new ResourceError("request_invalid", { detail: "the body must be a JSON object" });
}

function requireNoFaults(kind: Kind, name: string | undefined, faults: readonly FieldFault[]): void {
  if (faults.length === 0) return;
  throw new ResourceError("object_invalid", { subject: subjectOf(kind, shown(name ?? "")), faults });
}

/** A draft with everything that is wrong in it, but for its name. */
interface DraftReading {
  readonly draft: Draft;
  readonly faults: readonly FieldFault[];
  readonly hasMetadata: boolean;
}

function readDraft(kind: Kind, namespace: string, body: Body): DraftReading {
  const value = requireObject(body);
  requireType(kind, value);
  const metadata = isJsonObject(value["metadata"]) ? value["metadata"] : {};
  const spec = isJsonObject(value["spec"]) ? value["spec"] : undefined;
  const faults = [
    ...objectFaults("metadata", value["metadata"]),
    ...metadataFaults(metadata, namespace),
    ...objectFaults("spec", value["spec"]),
    ...(spec === undefined ? [] : kind.faultsOf(spec)),
  ];
  let specText: string | undefined;
  const draft: Draft = {
    name: textOf(metadata["name"]),
    generateName: textOf(metadata["generateName"]),
    labels: ownLabels(ownKeys(kind, stringMap(metadata["labels"]))),
    annotations: ownAnnotations(ownKeys(kind, stringMap(metadata["annotations"]))),
    uid: textOf(metadata["uid"]),
    resourceVersion: textOf(metadata["resourceVersion"]),
    spec: spec ?? {},
    // Found when it is needed: whoever is told of a conflict never needs it, and it takes as long as parsing it.
    get specText() {
      specText ??= memberText(body.text, "spec") ?? "{}";
      return specText;
    },
  };
  return { draft, faults, hasMetadata: isJsonObject(value["metadata"]) };
}

function requireType(kind: Kind, body: JsonObject): void {
  const expected: readonly [string, string][] = [
    ["kind", kind.kind],
    ["apiVersion", apiVersionOf(kind)],
  ];
  for (const [member, wanted] of expected) {
    const found = body[member];
    if (found === undefined || found === null || found === "" || found === wanted) continue;
    throw new ResourceError("request_invalid", {
      detail: `${member} in the body does not fit the address: it must be ${wanted} or absent`,
    });
  }
}

function objectFaults(field: string, value: unknown): FieldFault[] {
  if (value === undefined || value === null) return [required(field)];
  return isJsonObject(value) ? [] : [invalid(field, "must be an object")];
}

function nameFaults(kind: Kind, { name, generateName }: Draft): FieldFault[] {
  if (name !== undefined) return isName(name) ? [] : [invalid("metadata.name", NAME_RULE)];
  if (!kind.hasGeneratedNames) return [required("metadata.name")];
  if (generateName === undefined) {
    return [{ ...required("metadata.name"), message: "metadata.name or metadata.generateName is required" }];
  }
  return isNamePrefix(generateName) ? [] : [invalid("metadata.generateName", NAME_RULE)];
}

const NAME_RULE = "must be 1 to 253 letters, digits, '.', '_' or '-', with a letter or digit at both ends";

function metadataFaults(metadata: JsonObject, namespace: string): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const field of ["name", "generateName", "uid", "resourceVersion", "namespace"]) {
    const value = metadata[field];
    const isText = value === undefined || value === null || (typeof value === "string" && value.isWellFormed());
    if (!isText) faults.push(invalid(`metadata.${field}`, "must be a string"));
  }
  const written = textOf(metadata["namespace"]);
  if (written !== undefined && written !== namespace) {
    faults.push(invalid("metadata.namespace", `must be ${JSON.stringify(namespace)}, as in the address`));
  }
  const version = textOf(metadata["resourceVersion"]);
  if (version !== undefined && !/^[1-9]\d{0,18}$/.test(version)) {
    faults.push(invalid("metadata.resourceVersion", "must be one that this server gave"));
  }
  return [...faults, ...mapFaults("metadata.labels", metadata["labels"]), ...annotationFaults(metadata)];
}

function annotationFaults(metadata: JsonObject): FieldFault[] {
  const faults = mapFaults("metadata.annotations", metadata["annotations"]);
  const lastApplied = stringMap(metadata["annotations"])[LAST_APPLIED] ?? "";
  if (lastApplied.length > MAX_LAST_APPLIED_LENGTH) {
    faults.push(invalid(`metadata.annotations[${LAST_APPLIED}]`, "must be at most 2 MiB"));
  }
  return faults;
}

function mapFaults(field: string, value: unknown): FieldFault[] {
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value)) return [invalid(field, "must be an object of strings")];
  let length = 0;
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") return [invalid(`${field}[${shown(key)}]`, "must be a string")];
    if (!text.isWellFormed() || !key.isWellFormed()) return [invalid(field, "must be well-formed Unicode")];
    if (key !== LAST_APPLIED) length += key.length + text.length;
  }
  return length > MAX_METADATA_LENGTH ? [invalid(field, "must be at most 256 KiB together")] : [];
}

function stringMap(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

/** As much of a client's text as an error repeats. */
function shown(text: string): string {
  return text.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** Empty text counts as absent, as Go clients send it. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
