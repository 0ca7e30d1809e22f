import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { NAMESPACE } from "../src/saml/xml.ts";

/**
 * The eight ways to wrap a signature that are known by number: what is signed stays whole and moves to where it is only
 * checked, and what is read is forged.
 *
 * @see https://www.usenix.org/conference/usenixsecurity12/technical-sessions/presentation/somorovsky
 */
export const WRAPPINGS: Readonly<Record<string, (xml: string) => string>> = {
  // A forged response around the signature, the signed one inside of it.
  "XSW 1": (xml) =>
    rewrite(xml, ({ document, response }) => {
      const original = cloneOf(response);
      removeSignature(original);
      forge(response);
      signatureOf(response)?.appendChild(original);
      return document;
    }),
  // The signed response beside the signature.
  "XSW 2": (xml) =>
    rewrite(xml, ({ document, response }) => {
      const original = cloneOf(response);
      removeSignature(original);
      forge(response);
      response.insertBefore(original, signatureOf(response));
      return document;
    }),
  // A forged assertion before the signed one.
  "XSW 3": (xml) =>
    rewrite(xml, ({ document, response, assertion }) => {
      const forged = cloneOf(assertion);
      removeSignature(forged);
      forge(forged);
      response.insertBefore(forged, assertion);
      return document;
    }),
  // A forged assertion around the signed one.
  "XSW 4": (xml) =>
    rewrite(xml, ({ document, response, assertion }) => {
      const forged = cloneOf(assertion);
      removeSignature(forged);
      forge(forged);
      response.replaceChild(forged, assertion);
      forged.appendChild(assertion);
      return document;
    }),
  // The signature stays in the forged assertion, what it signed follows.
  "XSW 5": (xml) =>
    rewrite(xml, ({ document, response, assertion }) => {
      const original = cloneOf(assertion);
      removeSignature(original);
      forge(assertion);
      response.appendChild(original);
      return document;
    }),
  // The signed assertion inside of the signature of the forged one.
  "XSW 6": (xml) =>
    rewrite(xml, ({ document, assertion }) => {
      const original = cloneOf(assertion);
      removeSignature(original);
      forge(assertion);
      signatureOf(assertion)?.appendChild(original);
      return document;
    }),
  // A forged assertion of the same name among the extensions, which no schema looks into.
  "XSW 7": (xml) =>
    rewrite(xml, ({ document, response, assertion }) => {
      const extensions = document.createElementNS(NAMESPACE.protocol, "samlp:Extensions");
      const forged = cloneOf(assertion);
      removeSignature(forged);
      forge(forged, "keeps its name");
      extensions.appendChild(forged);
      response.insertBefore(extensions, assertion);
      return document;
    }),
  // The signed assertion as object of the signature.
  "XSW 8": (xml) =>
    rewrite(xml, ({ document, assertion }) => {
      const original = cloneOf(assertion);
      removeSignature(original);
      forge(assertion, "keeps its name");
      const object = document.createElementNS(NAMESPACE.signature, "ds:Object");
      object.appendChild(original);
      signatureOf(assertion)?.appendChild(object);
      return document;
    }),
};

/** Who everybody would like to be. */
export const FORGED = "root@corp.example";

interface Parts {
  readonly document: Document;
  readonly response: Element;
  readonly assertion: Element;
}

function rewrite(xml: string, change: (parts: Parts) => Document): string {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const assertion = document.getElementsByTagNameNS(NAMESPACE.assertion, "Assertion")[0];
  if (assertion === undefined) throw new TypeError("There is no assertion to wrap");
  return new XMLSerializer().serializeToString(change({ document, response: document.documentElement, assertion }));
}

function forge(element: Element, name: "has a new name" | "keeps its name" = "has a new name"): void {
  if (name === "has a new name") element.setAttribute("ID", "_forged");
  const nameId = element.getElementsByTagNameNS(NAMESPACE.assertion, "NameID")[0];
  if (nameId !== undefined) nameId.textContent = FORGED;
}

function signatureOf(element: Element): Element | null {
  const children = Array.from(element.childNodes);
  const found = children.find((node) => node.nodeName.endsWith("Signature"));
  return found === undefined ? null : (found as Element);
}

function removeSignature(element: Element): void {
  const signature = signatureOf(element);
  if (signature !== null) element.removeChild(signature);
}

function cloneOf(element: Element): Element {
  return element.cloneNode(true) as Element;
}
