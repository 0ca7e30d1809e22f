import { normalizeEmail } from "../addresses/email.ts";
import { IdentityError } from "../errors.ts";
import type { Metadata } from "../identity-tables.ts";
import type { AssertedAttribute, Assertion } from "./assertion.ts";
import type { AttributeMapping } from "./attribute-mapping.ts";

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const TRANSIENT_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id";

const EMAIL_ATTRIBUTES = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
  "mail",
  "email",
] as const;

/** Where the usual identity providers put groups. They become memberships of teams. */
const GROUP_ATTRIBUTES = [
  "groups",
  "memberOf",
  "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
  "http://schemas.xmlsoap.org/claims/Group",
  "urn:oid:1.3.6.1.4.1.5923.1.5.1.1",
] as const;
const MAX_GROUPS = 1000;

/** Claims that have a place of their own; any other is a custom one. */
const KNOWN_CLAIMS: ReadonlySet<string> = new Set([
  "name",
  "family_name",
  "given_name",
  "middle_name",
  "nickname",
  "preferred_username",
  "profile",
  "picture",
  "website",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
  "updated_at",
  "phone",
  "full_name",
  "avatar_url",
  "slug",
  "provider_id",
  "user_name",
]);
/** Claims that a mapping never decides. */
const OWN_CLAIMS: ReadonlySet<string> = new Set(["iss", "sub", "email", "email_verified", "phone_verified"]);

/** Who signed in, as it is kept. */
export interface AssertedPerson {
  /** The identity provider's lasting name for the person. */
  readonly subject: string;
  readonly email: string;
  readonly claims: Metadata;
}

/**
 * Makes of an assertion what is known of a person.
 *
 * @throws IdentityError `saml_assertion_no_user_id`, `saml_assertion_no_email`, `validation_failed`
 * @see contract of identity, 18
 */
export function personOf(
  assertion: Assertion,
  { issuer, mapping }: { issuer: string; mapping: AttributeMapping },
): AssertedPerson {
  const subject = subjectOf(assertion);
  const mapped = mappedClaims(assertion.attributes, mapping);
  const email = emailOf(assertion, mapped.get("email"));
  const entries = [...mapped].filter(([claim]) => !OWN_CLAIMS.has(claim));
  const custom = entries.filter(([claim]) => !KNOWN_CLAIMS.has(claim));
  const claims = {
    ...Object.fromEntries(entries.filter(([claim]) => KNOWN_CLAIMS.has(claim))),
    iss: issuer,
    sub: subject,
    email,
    email_verified: true,
    phone_verified: false,
    custom_claims: Object.fromEntries(withGroups(custom, assertion.attributes)),
  };
  return { subject, email, claims };
}

function subjectOf({ attributes, nameId }: Assertion): string {
  const [named] = valuesOf(attributes, [SUBJECT_ID]);
  if (named !== undefined) return named.slice(0, 1024);
  if (nameId === undefined || nameId.format === TRANSIENT_FORMAT) throw new IdentityError("saml_assertion_no_user_id");
  return nameId.format === EMAIL_FORMAT ? nameId.value.toLowerCase() : nameId.value;
}

function emailOf({ attributes, nameId }: Assertion, mapped: unknown): string {
  const byName = nameId?.format === EMAIL_FORMAT ? nameId.value : undefined;
  const [attribute] = EMAIL_ATTRIBUTES.flatMap((name) => valuesOf(attributes, [name]));
  const email = (typeof mapped === "string" && mapped !== "" ? mapped : undefined) ?? attribute ?? byName;
  if (email === undefined) throw new IdentityError("saml_assertion_no_email");
  return normalizeEmail(email);
}

function mappedClaims(attributes: readonly AssertedAttribute[], { keys = {} }: AttributeMapping): Map<string, unknown> {
  const claims = new Map<string, unknown>();
  for (const [claim, { name, names = [], default: fallback, array }] of Object.entries(keys)) {
    const candidates = [...(name === undefined ? [] : [name]), ...names];
    const values = candidates.map((candidate) => valuesOf(attributes, [candidate])).find(({ length }) => length > 0);
    if (values !== undefined) claims.set(claim, array ? values : values[0]);
    else if (fallback !== undefined) claims.set(claim, fallback);
  }
  return claims;
}

/** Groups are looked for where nobody has said where they are. */
function withGroups(
  custom: readonly (readonly [string, unknown])[],
  attributes: readonly AssertedAttribute[],
): readonly (readonly [string, unknown])[] {
  if (custom.some(([claim]) => claim === "groups")) return custom;
  const groups = [...new Set(valuesOf(attributes, GROUP_ATTRIBUTES))].slice(0, MAX_GROUPS);
  return groups.length === 0 ? custom : [...custom, ["groups", groups]];
}

/** The values of attributes with one of these names, whatever their case; empty ones are none. */
function valuesOf(attributes: readonly AssertedAttribute[], names: readonly string[]): readonly string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return attributes
    .filter(({ name, friendlyName }) => wanted.has(name.toLowerCase()) || wanted.has(friendlyName.toLowerCase()))
    .flatMap(({ values }) => values.filter((value) => value !== ""));
}
