import { ScimError } from "./scim-error.ts";
import type { AttributePath } from "./scim-path.ts";

/** What a resource does with an attribute. */
type AttributeKind =
  | "single"
  /** With sub-attributes. */
  | "complex"
  /** A list of values with sub-attributes. */
  | "multi"
  /** Of the standard and accepted, but not stored. */
  | "ignored"
  | "readOnly";

interface Attribute {
  readonly name: string;
  readonly kind: AttributeKind;
  readonly isRequired?: boolean;
  /** Sub-attributes that are stored. */
  readonly subs?: readonly string[];
}

/** The attributes of one kind of resource. */
export interface ResourceSchema {
  /** URN in lower case. */
  readonly urn: string;
  /** URNs of extensions in lower case: accepted and not stored. */
  readonly ignoredExtensions: readonly string[];
  readonly attributes: readonly Attribute[];
}

const ignored = (...names: string[]) => names.map((name): Attribute => ({ name, kind: "ignored" }));
const readOnly = (...names: string[]) => names.map((name): Attribute => ({ name, kind: "readOnly" }));

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.1 */
export const USER_ATTRIBUTES: ResourceSchema = {
  urn: "urn:ietf:params:scim:schemas:core:2.0:user",
  ignoredExtensions: ["urn:ietf:params:scim:schemas:extension:enterprise:2.0:user"],
  attributes: [
    { name: "userName", kind: "single", isRequired: true },
    { name: "externalId", kind: "single" },
    { name: "displayName", kind: "single" },
    { name: "active", kind: "single", isRequired: true },
    { name: "name", kind: "complex", subs: ["formatted", "familyName", "givenName"] },
    { name: "emails", kind: "multi", subs: ["value", "type", "primary"] },
    ...ignored("schemas", "nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone"),
    ...ignored("password", "phoneNumbers", "ims", "photos", "addresses", "entitlements", "roles", "x509Certificates"),
    ...readOnly("id", "meta", "groups"),
  ],
};

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.2 */
export const GROUP_ATTRIBUTES: ResourceSchema = {
  urn: "urn:ietf:params:scim:schemas:core:2.0:group",
  ignoredExtensions: [],
  attributes: [
    { name: "displayName", kind: "single", isRequired: true },
    { name: "externalId", kind: "single" },
    { name: "members", kind: "multi", subs: ["value", "type", "$ref"] },
    ...ignored("schemas"),
    ...readOnly("id", "meta"),
  ],
};

/** Finds the attribute that a path names; `undefined` for one that no schema of the resource has. */
export function findAttribute(schema: ResourceSchema, { schema: urn, name }: AttributePath): Attribute | undefined {
  if (urn !== undefined && urn !== schema.urn) {
    return schema.ignoredExtensions.includes(urn) ? { name, kind: "ignored" } : undefined;
  }
  return schema.attributes.find((attribute) => attribute.name.toLowerCase() === name);
}

/**
 * Writes the attribute names of a resource as the schema does: directories can write them in any case.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-2.1
 */
export function withSchemaNames(schema: ResourceSchema, resource: object): Record<string, unknown> {
  const renamed = Object.entries(resource).map(([key, value]) => {
    const attribute = schema.attributes.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    return [attribute?.name ?? key, withSubNames(attribute?.subs ?? [], value)] as const;
  });
  return Object.fromEntries(renamed);
}

function withSubNames(subs: readonly string[], value: unknown): unknown {
  if (subs.length === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withSubNames(subs, item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [subName(subs, key) ?? key, member] as const));
}

/** The name of a sub-attribute as the schema writes it. */
export function subName(subs: readonly string[] = [], written: string): string | undefined {
  return subs.find((name) => name.toLowerCase() === written.toLowerCase());
}

export function invalidPath(message: string): ScimError {
  return new ScimError(400, message, { scimType: "invalidPath" });
}
