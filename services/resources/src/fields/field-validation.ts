import { inSlices } from "@vedette/http";
import { OBJECT_META, type Schema } from "../discovery/schemas.ts";
import { ResourceError } from "../errors.ts";
import { duplicateMembers } from "../json/duplicate-members.ts";
import { isJsonObject, type Kind } from "../kinds/kind.ts";
import type { Body } from "../objects/draft.ts";

/** What becomes of fields that a kind does not know, and of those that come twice. */
type FieldValidation = "Ignore" | "Warn" | "Strict";

/** Where fields are looked for, and what came of it. */
export interface FieldCheck {
  readonly kind: Kind;
  readonly validation: FieldValidation;
  /** Told of what is odd where it is no refusal. */
  warn(text: string): void;
}

/** Faults that are looked for and told of; with more something else is wrong. */
const MOST = 20;
/** Characters of a path that are shown. */
const MAX_PATH_LENGTH = 200;
const ENVELOPE: ReadonlySet<string> = new Set(["kind", "apiVersion", "metadata", "spec", "status"]);

/**
 * Looks through an object that a client sends.
 *
 * @throws ResourceError `request_invalid` where the client wants strictness, in the words of Kubernetes
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
 */
export async function checkFields(check: FieldCheck, { value, text }: Body): Promise<void> {
  if (check.validation === "Ignore") return;
  const unknowns = [...unknownFields(check.kind, value).take(MOST)];
  const duplicates = await inSlices(duplicateMembers(text, MOST));
  report(check, [...unknowns.map(unknown), ...duplicates.map(duplicate)]);
}

/** Looks through a patch for what stands in it twice; see {@link checkFields}. */
export async function checkDuplicates(check: FieldCheck, { text }: Body): Promise<void> {
  if (check.validation !== "Ignore") reportDuplicates(check, await inSlices(duplicateMembers(text, MOST)));
}

/** As {@link checkFields}, for an object that a patch has changed: what was in it before is not the patch's doing. */
export function checkPatchedFields(check: FieldCheck, before: unknown, after: unknown): void {
  if (check.validation === "Ignore") return;
  const known = new Set(unknownFields(check.kind, before));
  const added = unknownFields(check.kind, after).filter((path) => !known.has(path));
  report(check, [...added.take(MOST)].map(unknown));
}

/** As {@link checkFields}, of what is found in another way. */
export function reportDuplicates(check: FieldCheck, paths: readonly string[]): void {
  if (check.validation === "Ignore") return;
  report(check, paths.map(duplicate));
}

function report({ kind, validation, warn }: FieldCheck, all: readonly string[]): void {
  const faults = [...new Set(all)].slice(0, MOST);
  if (faults.length === 0) return;
  if (validation === "Warn") {
    faults.forEach(warn);
    return;
  }
  throw new ResourceError("request_invalid", {
    detail:
      `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}: ` +
      `strict decoding error: ${faults.join(", ")}`,
  });
}

function unknown(path: string): string {
  return `unknown field ${shown(path)}`;
}

function duplicate(path: string): string {
  return `duplicate field ${shown(path)}`;
}

function shown(path: string): string {
  return JSON.stringify(path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}...` : path);
}

function* unknownFields(kind: Kind, value: unknown): Generator<string> {
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) if (!ENVELOPE.has(key)) yield key;
  yield* unknownIn(value["metadata"], OBJECT_META, "metadata");
  if (!kind.isOpen) yield* unknownIn(value["spec"], { type: "object", properties: kind.specProperties }, "spec");
}

/** Nothing is unknown where a schema names no properties. */
function* unknownIn(value: unknown, schema: Schema, path: string): Generator<string> {
  const { items, properties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    for (const [index, one] of value.entries()) yield* unknownIn(one, items, `${path}[${index}]`);
  }
  if (!isJsonObject(value) || properties === undefined) return;
  for (const [key, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known === undefined) yield `${path}.${key}`;
    else yield* unknownIn(inner, known, `${path}.${key}`);
  }
}
