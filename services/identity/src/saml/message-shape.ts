import { allElementsOf, attributeOf, childrenOf, isNamed, NAMESPACE, onlyChildOf, XmlRefusal } from "./xml.ts";

/** What signs and what is hashed; SHA-1 and shared secrets are not among them. */
const SIGNATURE_METHODS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);
const DIGEST_METHODS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const TRANSFORMS: ReadonlySet<string> = new Set(["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE]);
const MAX_TRANSFORMS = 2;

/**
 * Refuses a response that could be read in two ways, whatever its signatures say: another root, further assertions
 * anywhere, signatures in odd places, two elements of one name, references to anything but the element around them.
 *
 * @throws XmlRefusal
 * @see contract of identity, 26: SAML signature wrapping
 */
export function requireResponseShape(document: Document): void {
  const root = document.documentElement;
  if (!isNamed(root, NAMESPACE.protocol, "Response")) throw new XmlRefusal("it is no SAML response");
  const elements = allElementsOf(document);
  const assertions = elements.filter(({ localName }) => /^(Encrypted)?Assertion$/.test(localName));
  const [assertion, ...others] = assertions;
  if (others.length > 0) throw new XmlRefusal("it holds more than one assertion");
  if (elements.filter(({ localName }) => localName === "Response").length > 1) {
    throw new XmlRefusal("it holds a response inside of a response");
  }
  if (assertion !== undefined && (assertion.parentNode !== root || assertion.namespaceURI !== NAMESPACE.assertion)) {
    throw new XmlRefusal("its assertion is not where an assertion belongs");
  }
  requireSignatures(elements, [root, ...assertions]);
}

/**
 * The same for an assertion that came encrypted.
 *
 * @throws XmlRefusal
 */
export function requireAssertionShape(document: Document): void {
  const root = document.documentElement;
  const elements = allElementsOf(document);
  if (!isNamed(root, NAMESPACE.assertion, "Assertion")) throw new XmlRefusal("what was encrypted is no assertion");
  if (elements.filter(({ localName }) => localName === "Assertion").length > 1) {
    throw new XmlRefusal("it holds more than one assertion");
  }
  requireSignatures(elements, [root]);
}

/** The shape of a message about logging out, whose signature stands around all of it or outside of it. */
export function requireLogoutShape(document: Document): void {
  requireSignatures(allElementsOf(document), [document.documentElement]);
}

function requireSignatures(elements: readonly Element[], signable: readonly Element[]): void {
  requireUniqueIds(elements);
  const signatures = elements.filter(({ localName }) => localName === "Signature");
  for (const signature of signatures) {
    const parent = signable.find((element) => signature.parentNode === element);
    if (parent === undefined || signature.namespaceURI !== NAMESPACE.signature) {
      throw new XmlRefusal("a signature is not where a signature belongs");
    }
    if (childrenOf(parent, NAMESPACE.signature, "Signature").length > 1) {
      throw new XmlRefusal("an element has more than one signature");
    }
    requireSignedInfo(signature, parent);
  }
}

/** Whatever spelling a reader takes for a name, nothing has a name that something else has. */
function requireUniqueIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (!/^(?:[^:]+:)?id$/i.test(name)) continue;
      if (seen.has(value)) throw new XmlRefusal("two elements have the same name");
      seen.add(value);
    }
  }
}

function requireSignedInfo(signature: Element, parent: Element): void {
  const info = onlyChildOf(signature, NAMESPACE.signature, "SignedInfo");
  const references = info === undefined ? [] : childrenOf(info, NAMESPACE.signature, "Reference");
  const [reference] = references;
  if (info === undefined || reference === undefined || references.length > 1) {
    throw new XmlRefusal("a signature does not have exactly one reference");
  }
  const id = attributeOf(parent, "ID") ?? "";
  if (id === "" || attributeOf(reference, "URI") !== `#${id}`) {
    throw new XmlRefusal("a signature refers to something else than the element around it");
  }
  requireMethod(info, "CanonicalizationMethod", new Set([EXCLUSIVE]));
  requireMethod(info, "SignatureMethod", SIGNATURE_METHODS);
  requireMethod(reference, "DigestMethod", DIGEST_METHODS);
  const list = onlyChildOf(reference, NAMESPACE.signature, "Transforms");
  const transforms = list === undefined ? [] : childrenOf(list, NAMESPACE.signature, "Transform");
  const areKnown = transforms.every((transform) => TRANSFORMS.has(attributeOf(transform, "Algorithm") ?? ""));
  if (transforms.length === 0 || transforms.length > MAX_TRANSFORMS || !areKnown) {
    throw new XmlRefusal("a signature transforms what it signs in a way that is not accepted");
  }
}

function requireMethod(parent: Element, name: string, accepted: ReadonlySet<string>): void {
  const algorithm = attributeOf(onlyChildOf(parent, NAMESPACE.signature, name), "Algorithm") ?? "";
  if (accepted.has(algorithm)) return;
  throw new XmlRefusal(`a signature uses the ${name} ${algorithm.slice(0, 100) || "of nobody"}, which is not accepted`);
}
