import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import { ResourceError } from "../errors.ts";
import type { FieldCheck } from "../fields/field-validation.ts";
import { isJsonObject, type Kind } from "../kinds/kind.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Preconditions } from "../objects/preconditions.ts";
import type { WriteMode } from "../objects/write.ts";

/** What every object and list is sent as. */
export const JSON_TYPE = "application/json; charset=utf-8";

const MAX_WARNING_LENGTH = 500;

const Name = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
export const Namespace = Type.Object({ namespace: Name });
export const OneObject = Type.Object({ namespace: Name, name: Name });
const text = Type.Optional(Type.String({ maxLength: 8192 }));
export const ListParameters = Type.Object({
  limit: text,
  continue: text,
  labelSelector: text,
  fieldSelector: text,
  resourceVersion: text,
  resourceVersionMatch: text,
  includeObject: text,
  watch: text,
  allowWatchBookmarks: text,
  sendInitialEvents: text,
  timeoutSeconds: text,
});
export const ReadParameters = Type.Object({ resourceVersion: text, includeObject: text });
export const CreateHeaders = Type.Object({
  "idempotency-key": Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: "^[!-~]+$" })),
});
export const WriteParameters = Type.Object({
  dryRun: text,
  fieldManager: Type.Optional(Type.String({ maxLength: 128 })),
  fieldValidation: text,
});

export const RemoveListParameters = Type.Object({
  ...WriteParameters.properties,
  labelSelector: text,
  fieldSelector: text,
});
export const PatchParameters = Type.Object({ ...WriteParameters.properties, force: text });

/** @throws ResourceError `request_invalid` */
export function modeOf(dryRun: unknown): WriteMode {
  if (dryRun === undefined || dryRun === "") return "store";
  if (dryRun === "All") return "dry-run";
  throw new ResourceError("request_invalid", { detail: "dryRun must be All or absent" });
}

/**
 * Dashboards are large and open: they are looked through when that is asked for.
 *
 * @throws ResourceError `request_invalid`
 */
export function fieldCheckOf(kind: Kind, fieldValidation: string | undefined, reply: FastifyReply): FieldCheck {
  const validation = fieldValidation || (kind.isOpen ? "Ignore" : "Warn");
  if (validation !== "Ignore" && validation !== "Warn" && validation !== "Strict") {
    throw new ResourceError("request_invalid", { detail: "fieldValidation must be Ignore, Warn or Strict" });
  }
  return { kind, validation, warn: (warning) => addWarning(reply, warning) };
}

/** @see RFC 7234, 5.5: the code 299 stands for other warnings that last */
function addWarning(reply: FastifyReply, warning: string): void {
  const quoted = warning.replace(/[^ -~]/g, "?").replace(/["\\]/g, "\\$&");
  const before = reply.getHeader("warning");
  const others = Array.isArray(before) ? before : [];
  reply.header("warning", [...new Set([...others, `299 - "${quoted.slice(0, MAX_WARNING_LENGTH)}"`])]);
}

export function listQueryOf(query: Static<typeof ListParameters>) {
  return {
    limit: query.limit ?? "",
    continue: query.continue ?? "",
    labelSelector: query.labelSelector ?? "",
    fieldSelector: query.fieldSelector ?? "",
    resourceVersion: query.resourceVersion ?? "",
    resourceVersionMatch: query.resourceVersionMatch ?? "",
  };
}

/** Reads DeleteOptions; a propagation policy or grace period has no effect here. */
export function deleteOptionsOf(body: unknown): { preconditions: Preconditions; dryRun: unknown } {
  const options = isJsonObject(body) ? body : {};
  if (body !== undefined && body !== null && !isJsonObject(body)) {
    throw new ResourceError("request_invalid", { detail: "the body must be a JSON object or absent" });
  }
  const wanted = isJsonObject(options["preconditions"]) ? options["preconditions"] : {};
  return {
    preconditions: { uid: preconditionOf(wanted["uid"]), resourceVersion: preconditionOf(wanted["resourceVersion"]) },
    dryRun: dryRunOf(options["dryRun"]),
  };
}

/** A wish for a dry run that is not understood must not end in a removal. */
function dryRunOf(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    throw new ResourceError("request_invalid", { detail: "dryRun in the body must be a list" });
  return value.find((one) => one !== "All") ?? value[0];
}

function preconditionOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ResourceError("request_invalid", { detail: "preconditions must be strings" });
}

export function isTrue(value: string | undefined): boolean {
  return value === "true" || value === "1";
}
