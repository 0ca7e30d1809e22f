import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import { tryNormalizeEmail } from "../addresses/email.ts";
import type { Metadata } from "../identity-tables.ts";
import { ScimError } from "./scim-error.ts";

const Name = Type.String({ maxLength: 255 });
const OrNull = <Schema extends TSchema>(type: Schema) => Type.Optional(Type.Union([type, Type.Null()]));
/** Some directories write truth as text. */
const Truth = Type.Union([Type.Boolean(), Type.String({ pattern: "^([Tt]rue|[Ff]alse)$" })]);

/** What is read of the resource that a directory sends; it may hold more, which is passed over. */
export const ScimUserBody = Type.Object({
  userName: Type.String({ minLength: 1, maxLength: 255 }),
  externalId: OrNull(Name),
  displayName: OrNull(Name),
  active: OrNull(Truth),
  name: OrNull(Type.Object({ givenName: OrNull(Name), familyName: OrNull(Name), formatted: OrNull(Name) })),
  emails: OrNull(Type.Array(Type.Object({ value: OrNull(Name), primary: OrNull(Truth) }), { maxItems: 20 })),
});

/** Somebody as a directory keeps them. */
export interface ScimPerson {
  /** Unique in the directory, whatever its case. */
  readonly userName: string;
  /** The directory's own id; `null` where it has given none. */
  readonly externalId: string | null;
  readonly isActive: boolean;
  /** In the form of `normalizeEmail`. */
  readonly email: string;
  readonly attributes: PersonNames;
}

export interface PersonNames {
  readonly displayName?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly formatted?: string;
}

/**
 * Reads a resource. The address is the primary one, else the first, else the user name.
 *
 * @throws ScimError `invalidValue`
 */
export function readPerson(resource: unknown): ScimPerson {
  if (!Check(ScimUserBody, resource)) throw invalid("The resource is no user of the core schema");
  const { userName, externalId, active } = resource;
  return {
    userName,
    externalId: externalId || null,
    isActive: active == null || isTrue(active),
    email: emailOf(resource),
    attributes: namesOf(resource),
  };
}

function isTrue(truth: boolean | string): boolean {
  return typeof truth === "boolean" ? truth : truth.toLowerCase() === "true";
}

function emailOf({ userName, emails }: Static<typeof ScimUserBody>): string {
  const given = (emails ?? []).filter(({ value }) => value);
  const main = given.find(({ primary }) => primary != null && isTrue(primary)) ?? given[0];
  const email = tryNormalizeEmail(main?.value ?? userName);
  if (email !== undefined) return email;
  throw invalid("emails, or userName where there are none, must be an email address");
}

function namesOf({ displayName, name }: Static<typeof ScimUserBody>): PersonNames {
  const { givenName, familyName, formatted } = name ?? {};
  const names = { displayName, givenName, familyName, formatted };
  return Object.fromEntries(Object.entries(names).filter(([, text]) => typeof text === "string" && text !== ""));
}

function invalid(message: string): ScimError {
  return new ScimError(400, message, { scimType: "invalidValue" });
}

/** The names where applications look for them; `null` takes one away. */
export function metadataOf({ displayName, givenName, familyName, formatted }: PersonNames): Metadata {
  const whole = [givenName, familyName].filter((part) => part !== undefined).join(" ");
  const full = displayName ?? formatted ?? (whole === "" ? null : whole);
  return { full_name: full, name: full, given_name: givenName ?? null, family_name: familyName ?? null };
}

/** Somebody of the directory as they are stored. */
export interface StoredPerson extends ScimPerson {
  readonly userId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

/**
 * A resource as the directory gets it.
 *
 * @param base - address of the service, without a slash at the end
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-4.1
 */
export function personAnswer(person: StoredPerson, base: string) {
  const { userId: id, userName, externalId, isActive, email, attributes, createdAt, updatedAt } = person;
  const { displayName, ...name } = attributes;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(displayName === undefined ? {} : { displayName }),
    emails: [{ value: email, type: "work", primary: true }],
    active: isActive,
    meta: {
      resourceType: "User",
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
