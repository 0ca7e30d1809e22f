import { X509Certificate } from "node:crypto";
import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";
import type { ServiceProvider } from "./service-provider.ts";
import { NAMESPACE } from "./xml.ts";

const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const NAME_ID_FORMATS = [
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
] as const;
const ENCRYPTION_METHODS = ["http://www.w3.org/2009/xmlenc11#aes256-gcm", "http://www.w3.org/2009/xmlenc11#aes128-gcm"];

/**
 * Writes what an administrator gives to the identity provider.
 *
 * @param validUntil - absent for metadata that is fetched again and again
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf
 */
export function serviceMetadata(
  { entityId, acsUrl, sloUrl, key, next, allowsEncryption }: ServiceProvider,
  validUntil?: Date,
): string {
  const document = new DOMImplementation().createDocument(NAMESPACE.metadata, "EntityDescriptor", null);
  const root = document.documentElement;
  root.setAttribute("entityID", entityId);
  if (validUntil !== undefined) root.setAttribute("validUntil", validUntil.toISOString());
  const add = (parent: Element, name: string, attributes: Readonly<Record<string, string>> = {}, text = "") => {
    const namespace = name.startsWith("ds:") ? NAMESPACE.signature : NAMESPACE.metadata;
    const element = document.createElementNS(namespace, name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    if (text !== "") element.appendChild(document.createTextNode(text));
    return parent.appendChild(element);
  };
  const addKey = (parent: Element, use: "signing" | "encryption", certificatePem: string) => {
    const descriptor = add(parent, "KeyDescriptor", { use });
    const data = add(add(descriptor, "ds:KeyInfo"), "ds:X509Data");
    add(data, "ds:X509Certificate", {}, new X509Certificate(certificatePem).raw.toString("base64"));
    if (use === "signing") return;
    for (const Algorithm of ENCRYPTION_METHODS) add(descriptor, "EncryptionMethod", { Algorithm });
  };
  const service = add(root, "SPSSODescriptor", {
    protocolSupportEnumeration: NAMESPACE.protocol,
    AuthnRequestsSigned: "true",
    WantAssertionsSigned: "true",
  });
  for (const { certificatePem } of next === undefined ? [key] : [key, next]) {
    addKey(service, "signing", certificatePem);
    if (allowsEncryption) addKey(service, "encryption", certificatePem);
  }
  for (const Binding of [REDIRECT, POST]) add(service, "SingleLogoutService", { Binding, Location: sloUrl });
  for (const format of NAME_ID_FORMATS) add(service, "NameIDFormat", {}, format);
  add(service, "AssertionConsumerService", { Binding: POST, Location: acsUrl, index: "1", isDefault: "true" });
  return new XMLSerializer().serializeToString(document);
}
