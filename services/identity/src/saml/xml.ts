import { DOMParser } from "@xmldom/xmldom";

/** The namespaces of the messages that are read and written here. */
export const NAMESPACE = {
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
} as const;

/** Why XML from outside is not read; the text may be shown to operators. */
export class XmlRefusal extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "XmlRefusal";
  }
}

const MAX_DEPTH = 64;
const COMMENT = /<!--(?:(?!--).)*-->/gs;
/** A tag, with attribute values that may hold a bracket. */
const TAG = /<(\/?)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

/**
 * Reads XML from outside. What could make a reader load, expand or run anything is refused before it is read: document
 * types, entities, processing instructions, marked sections.
 *
 * @param maxLength - characters
 * @throws XmlRefusal
 */
export function parseXml(text: string, maxLength: number): Document {
  if (text.length > maxLength) throw new XmlRefusal(`it is longer than ${maxLength} characters`);
  const body = text.replace(/^\uFEFF?\s*<\?xml\s[^?>]*\?>/, "");
  if (/<!(?!--)/.test(body)) throw new XmlRefusal("it holds a document type, an entity or a marked section");
  if (body.includes("<?")) throw new XmlRefusal("it holds a processing instruction");
  if (body.includes("\0")) throw new XmlRefusal("it holds a NUL character");
  if (depthOf(body) > MAX_DEPTH) throw new XmlRefusal(`it is nested deeper than ${MAX_DEPTH} levels`);
  return parse(body);
}

/** Counted before it is read: reading gets slower with every level. */
function depthOf(body: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, inside = ""] of body.replace(COMMENT, "").matchAll(TAG)) {
    if (slash !== "") depth -= 1;
    else if (!inside.endsWith("/")) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function parse(body: string): Document {
  // The parser reports what a report of its own throws, too, around it: the first says what is wrong.
  let fault: string | undefined;
  const refuse = (message: string): never => {
    fault ??= inWords(message);
    throw new XmlRefusal(`it is not well-formed: ${fault.slice(0, 200)}`);
  };
  let document: Document | undefined;
  try {
    const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
    document = new DOMParser({ locator: {}, errorHandler }).parseFromString(body, "text/xml");
  } catch (cause) {
    if (cause instanceof XmlRefusal) throw cause;
    throw new XmlRefusal("it is not well-formed", { cause });
  }
  if (document?.documentElement == null) throw new XmlRefusal("it is empty");
  return document;
}

/** What the parser says, without its name and its way of naming a place. */
function inWords(message: string): string {
  return message
    .replace(/^\[xmldom \w+\]\s*/, "")
    .replace(/\s*@[^\n]*#\[line:(\d+),col:(\d+)\]/, ", in line $1, column $2");
}

/** Whether an element has this name. */
export function isNamed(element: Element, namespace: string, localName: string): boolean {
  return element.namespaceURI === namespace && element.localName === localName;
}

/** The elements right below one. */
export function childrenOf(element: Element, namespace: string, localName: string): readonly Element[] {
  return elementsBelow(element).filter((child) => isNamed(child, namespace, localName));
}

/** The one element of its name right below another; `undefined` when there is none, or more than one. */
export function onlyChildOf(element: Element, namespace: string, localName: string): Element | undefined {
  const [child, ...others] = childrenOf(element, namespace, localName);
  return others.length === 0 ? child : undefined;
}

/** Every element, the root included, in the order of the document. */
export function allElementsOf(document: Document): readonly Element[] {
  const found: Element[] = [];
  const open: Element[] = [document.documentElement];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    found.push(element);
    open.push(...elementsBelow(element).toReversed());
  }
  return found;
}

export function elementsBelow({ childNodes }: Element): readonly Element[] {
  return Array.from(childNodes).filter(isElement);
}

/** The text of an element without the space around it; comments do not divide it. */
export function textOf(element: Element | undefined): string {
  return (element?.textContent ?? "").trim();
}

/** An attribute without a namespace; `undefined` when it is not there. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

const ELEMENT_NODE = 1;

function isElement(node: ChildNode): node is Element {
  return node.nodeType === ELEMENT_NODE;
}
