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
  emails: OrNull(
    Type.Array(Type.Object({ value: OrNull(Name), type: OrNull(Name), primary: OrNull(Truth) }), { maxItems: 20 }),
  ),
});

/** Somebody as a directory keeps them. */
export interface ScimPerson {
  /** Unique in the directory, whatever its case. */
  readonly userName: string;
  /** The directory's own id; `null` where it has given none. */
  readonly externalId: string | null;
  readonly isActive: boolean;
  /** The sign-in address, in the form of `normalizeEmail`. */
  readonly email: string;
  readonly attributes: PersonAttributes;
}

/** An address as the directory gives it. */
interface PersonEmail {
  /** Absent for the sign-in address, which the user has. */
  readonly value?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

export interface PersonAttributes extends PersonNames {
  /** Absent where the directory gave no addresses. */
  readonly emails?: readonly PersonEmail[];
}

export interface PersonNames {
  readonly displayName?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly formatted?: string;
}

/**
 * Reads a resource. The sign-in address is the primary one, else that of type work, else one without a type, else the
 * user name; an address of another type never becomes one.
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
    ...readEmails(resource),
  };
}

function isTrue(truth: boolean | string): boolean {
  return typeof truth === "boolean" ? truth : truth.toLowerCase() === "true";
}

function readEmails(resource: Static<typeof ScimUserBody>): Pick<ScimPerson, "email" | "attributes"> {
  const names = namesOf(resource);
  const given = (resource.emails ?? []).flatMap(({ value, type, primary }) =>
    value ? [{ value, ...(type ? { type } : {}), ...(primary == null ? {} : { primary: isTrue(primary) }) }] : [],
  );
  const main =
    given.find(({ primary }) => primary === true) ??
    given.find(({ type }) => type?.toLowerCase() === "work") ??
    given.find(({ type }) => type === undefined);
  const email = tryNormalizeEmail(main?.value ?? resource.userName);
  if (email === undefined) {
    throw invalid("a work or primary entry of emails, or userName where there is none, must be an email address");
  }
  if (given.length === 0) return { email, attributes: names };
  const others = given.filter((entry) => entry !== main);
  const isLone = main === undefined && others.every(({ primary }) => primary !== true);
  const { value: _value, ...own }: PersonEmail = main ?? { type: "work", ...(isLone ? { primary: true } : {}) };
  return { email, attributes: { ...names, emails: [own, ...others] } };
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
  const { displayName, emails = [{ type: "work", primary: true }], ...name } = attributes;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(displayName === undefined ? {} : { displayName }),
    emails: emails.map((entry) => ({ value: email, ...entry })),
    active: isActive,
    meta: {
      resourceType: "User",
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
