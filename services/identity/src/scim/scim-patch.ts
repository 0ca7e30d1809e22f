import { Type } from "typebox";
import { ScimError } from "./scim-error.ts";
import { USER_SCHEMA } from "./scim-person.ts";

/** The body of a PATCH. */
export const ScimPatchBody = Type.Object({
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 20 }),
      path: Type.Optional(Type.String({ maxLength: 255 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});

interface Operation {
  readonly op: string;
  readonly path?: string;
  readonly value?: unknown;
}

type Resource = Record<string, unknown>;

/**
 * Carries operations out on a resource. There is one address and one of each name, so adding is replacing. Attributes that
 * are not kept here are passed over.
 *
 * @returns another resource
 * @throws ScimError `invalidSyntax`, `invalidValue`, `mutability`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 */
export function patched(resource: object, operations: readonly Operation[]): Resource {
  const changed: Resource = structuredClone({ ...resource });
  for (const { op, path, value } of operations) {
    const name = op.toLowerCase();
    if (!["add", "replace", "remove"].includes(name)) {
      throw new ScimError(400, "op must be add, replace or remove", { scimType: "invalidSyntax" });
    }
    const entries = path === undefined ? entriesOf(value) : [[path, name === "remove" ? undefined : value] as const];
    for (const [at, given] of entries) put(changed, at, given);
  }
  return changed;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new ScimError(400, "An operation without a path needs an object as value", { scimType: "invalidValue" });
}

/** Attributes by their name in lower case, which may be written in any. */
const ATTRIBUTES: ReadonlyMap<string, readonly [string] | readonly ["name", string]> = new Map(
  (
    [
      ["userName"],
      ["externalId"],
      ["displayName"],
      ["active"],
      ["name"],
      ["emails"],
      ["name", "givenName"],
      ["name", "familyName"],
      ["name", "formatted"],
    ] as const
  ).map((place) => [place.join(".").toLowerCase(), place]),
);

/** `emails[type eq "work"].value`: there is one address only. */
const ONE_EMAIL = /^emails(\[[^\]]*\](\.value)?|\.value)$/;

const PREFIX = `${USER_SCHEMA}:`;

function put(resource: Resource, path: string, value: unknown): void {
  const isLong = path.toLowerCase().startsWith(PREFIX.toLowerCase());
  const name = (isLong ? path.slice(PREFIX.length) : path).toLowerCase();
  if (ONE_EMAIL.test(name)) {
    resource["emails"] = oneEmail(value);
    return;
  }
  const [outer, inner] = ATTRIBUTES.get(name) ?? [];
  if (outer === undefined) return;
  if (outer === "userName" && value === undefined) {
    throw new ScimError(400, "userName cannot be removed", { scimType: "mutability" });
  }
  resource[outer] = inner === undefined ? (value ?? null) : { ...Object(resource[outer]), [inner]: value ?? null };
}

function oneEmail(value: unknown): readonly object[] {
  const given: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "value") : value;
  return given === undefined ? [] : [{ value: given, primary: true }];
}
