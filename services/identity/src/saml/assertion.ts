import { attributeOf, childrenOf, elementsBelow, NAMESPACE, onlyChildOf, textOf, XmlRefusal } from "./xml.ts";

/** Clocks of identity providers may differ from ours by so much. */
export const CLOCK_SKEW_MS = 180_000;

/** What an assertion must agree with. */
export interface AssertionExpectations {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  /** The request that it answers; absent for one that nobody asked for. */
  readonly requestId: string | undefined;
  readonly now: Date;
}

/** What an identity provider says of a person. */
export interface Assertion {
  readonly id: string;
  readonly nameId: { readonly value: string; readonly format: string; readonly qualifiers: NameQualifiers } | undefined;
  readonly attributes: readonly AssertedAttribute[];
  /** The session at the identity provider. */
  readonly sessionIndex: string | undefined;
  /** When the session here ends at the latest. */
  readonly sessionNotOnOrAfter: Date | undefined;
  /** Nobody accepts it later than this. */
  readonly usableUntil: Date;
}

interface NameQualifiers {
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
}

export interface AssertedAttribute {
  readonly name: string;
  readonly friendlyName: string;
  readonly values: readonly string[];
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";
/** Conditions that are understood; any other makes an assertion void. */
const KNOWN_CONDITIONS: ReadonlySet<string> = new Set(["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]);
/** An assertion lives minutes; one that claims to live longer is remembered for a day and refused after it. */
const LONGEST_LIFE_MS = 86_400_000;

/**
 * Reads an assertion whose signature has been checked, and checks whom, when and what for it was made.
 *
 * @throws XmlRefusal
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf, 4.1.4.3
 */
export function readAssertion(element: Element, expected: AssertionExpectations): Assertion {
  const id = attributeOf(element, "ID") ?? "";
  if (id === "" || attributeOf(element, "Version") !== "2.0") throw new XmlRefusal("it is no SAML 2.0 assertion");
  const issuer = textOf(onlyChildOf(element, NAMESPACE.assertion, "Issuer"));
  if (issuer !== expected.issuer) throw new XmlRefusal("somebody else issued the assertion");
  const ends = [requireConditions(element, expected), requireConfirmation(element, expected)];
  return {
    id,
    nameId: readNameId(element),
    attributes: readAttributes(element),
    ...readStatement(element, expected.now),
    usableUntil: new Date(Math.min(...ends)),
  };
}

/** @returns when the assertion ends, in milliseconds since 1970 */
function requireConditions(element: Element, { audience, now }: AssertionExpectations): number {
  const conditions = onlyChildOf(element, NAMESPACE.assertion, "Conditions");
  if (conditions === undefined) throw new XmlRefusal("it has no conditions, or several");
  for (const { namespaceURI, localName } of elementsBelow(conditions)) {
    if (namespaceURI === NAMESPACE.assertion && KNOWN_CONDITIONS.has(localName)) continue;
    throw new XmlRefusal(`it has the condition ${localName.slice(0, 60)}, which is not understood`);
  }
  const restrictions = childrenOf(conditions, NAMESPACE.assertion, "AudienceRestriction");
  const isForUs = restrictions.every((restriction) =>
    childrenOf(restriction, NAMESPACE.assertion, "Audience").some((named) => textOf(named) === audience),
  );
  if (restrictions.length === 0 || !isForUs) throw new XmlRefusal("it was made for another audience");
  return requireTimes(conditions, now);
}

/** @returns when the confirmation ends, in milliseconds since 1970 */
function requireConfirmation(element: Element, expected: AssertionExpectations): number {
  const subject = onlyChildOf(element, NAMESPACE.assertion, "Subject");
  if (subject === undefined) throw new XmlRefusal("it speaks of nobody, or of several");
  const faults: string[] = [];
  for (const confirmation of childrenOf(subject, NAMESPACE.assertion, "SubjectConfirmation")) {
    try {
      if (attributeOf(confirmation, "Method") === BEARER) return confirmBearer(confirmation, expected);
    } catch (error) {
      if (!(error instanceof XmlRefusal)) throw error;
      faults.push(error.message);
    }
  }
  throw new XmlRefusal(faults[0] ?? "it confirms nobody who bears it");
}

function confirmBearer(confirmation: Element, { recipient, requestId, now }: AssertionExpectations): number {
  const data = onlyChildOf(confirmation, NAMESPACE.assertion, "SubjectConfirmationData");
  if (data === undefined || attributeOf(data, "NotOnOrAfter") === undefined) {
    throw new XmlRefusal("it does not say until when it may be borne");
  }
  if (attributeOf(data, "Recipient") !== recipient) throw new XmlRefusal("it was made for another recipient");
  if (attributeOf(data, "InResponseTo") !== requestId) throw new XmlRefusal("it answers another request");
  return requireTimes(data, now);
}

function requireTimes(element: Element, now: Date): number {
  const [from, until] = [readTime(element, "NotBefore"), readTime(element, "NotOnOrAfter")];
  if (from !== undefined && now.getTime() + CLOCK_SKEW_MS < from) throw new XmlRefusal("it is not valid yet");
  if (until !== undefined && now.getTime() - CLOCK_SKEW_MS >= until) throw new XmlRefusal("it is not valid any more");
  return Math.min(until ?? Number.POSITIVE_INFINITY, now.getTime() + LONGEST_LIFE_MS) + CLOCK_SKEW_MS;
}

function readTime(element: Element, name: string): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new XmlRefusal(`${name} is no time`);
  return time;
}

function readNameId(element: Element): Assertion["nameId"] {
  const subject = onlyChildOf(element, NAMESPACE.assertion, "Subject");
  const nameId = subject && onlyChildOf(subject, NAMESPACE.assertion, "NameID");
  const value = textOf(nameId);
  if (value === "" || value.length > 1024) return undefined;
  const [nameQualifier, spNameQualifier] = [
    attributeOf(nameId, "NameQualifier"),
    attributeOf(nameId, "SPNameQualifier"),
  ];
  const qualifiers = {
    ...(nameQualifier === undefined ? {} : { nameQualifier }),
    ...(spNameQualifier === undefined ? {} : { spNameQualifier }),
  };
  return { value, format: attributeOf(nameId, "Format") ?? UNSPECIFIED, qualifiers };
}

function readStatement(element: Element, now: Date): Pick<Assertion, "sessionIndex" | "sessionNotOnOrAfter"> {
  const [statement] = childrenOf(element, NAMESPACE.assertion, "AuthnStatement");
  if (statement === undefined) throw new XmlRefusal("it does not say that anybody signed in");
  const end = readTime(statement, "SessionNotOnOrAfter");
  if (end !== undefined && end <= now.getTime()) throw new XmlRefusal("the session has ended already");
  return {
    sessionIndex: attributeOf(statement, "SessionIndex")?.slice(0, 1024),
    sessionNotOnOrAfter: end === undefined ? undefined : new Date(end),
  };
}

function readAttributes(element: Element): readonly AssertedAttribute[] {
  return childrenOf(element, NAMESPACE.assertion, "AttributeStatement")
    .flatMap((statement) => childrenOf(statement, NAMESPACE.assertion, "Attribute"))
    .map((attribute) => ({
      name: attributeOf(attribute, "Name") ?? "",
      friendlyName: attributeOf(attribute, "FriendlyName") ?? "",
      values: childrenOf(attribute, NAMESPACE.assertion, "AttributeValue").map(textOf),
    }));
}
