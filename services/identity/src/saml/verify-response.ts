import { SAML } from "@node-saml/node-saml";
import { XMLSerializer } from "@xmldom/xmldom";
import { decrypt } from "xml-encryption";
import { CLOCK_SKEW_MS } from "./assertion.ts";
import type { IdentityProviderMetadata } from "./identity-provider.ts";
import { requireAssertionShape, requireResponseShape } from "./message-shape.ts";
import type { ServiceProvider } from "./service-provider.ts";
import { attributeOf, childrenOf, isNamed, NAMESPACE, onlyChildOf, parseXml, textOf, XmlRefusal } from "./xml.ts";

/** A response as it came; nothing of it is believed yet. */
export interface SamlResponse {
  readonly encoded: string;
  readonly document: Document;
  /** Who says that it made it. */
  readonly issuer: string;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
}

/** Characters of a message. */
export const MAX_MESSAGE_LENGTH = 256 * 1024;
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/**
 * Reads a response of the HTTP-POST binding.
 *
 * @throws XmlRefusal
 */
export function readResponse(encoded: string): SamlResponse {
  const document = parseXml(decodeBase64(encoded), MAX_MESSAGE_LENGTH);
  requireResponseShape(document);
  const root = document.documentElement;
  requireSuccess(root);
  const assertion = onlyChildOf(root, NAMESPACE.assertion, "Assertion");
  const issuers = [root, ...(assertion === undefined ? [] : [assertion])].flatMap((element) =>
    childrenOf(element, NAMESPACE.assertion, "Issuer"),
  );
  return {
    encoded,
    document,
    issuer: textOf(issuers[0]),
    destination: attributeOf(root, "Destination"),
    inResponseTo: attributeOf(root, "InResponseTo"),
  };
}

/** @throws XmlRefusal for what is no base64 of UTF-8 */
export function decodeBase64(encoded: string): string {
  const text = encoded.replace(/\s/g, "");
  if (text === "" || text.length > MAX_MESSAGE_LENGTH * 2 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new XmlRefusal("it is not in base64");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64"));
  } catch (cause) {
    throw new XmlRefusal("it is not in UTF-8", { cause });
  }
}

function requireSuccess(root: Element): void {
  const status = onlyChildOf(root, NAMESPACE.protocol, "Status");
  const code = status && onlyChildOf(status, NAMESPACE.protocol, "StatusCode");
  if (attributeOf(code, "Value") === SUCCESS) return;
  const message = status && textOf(onlyChildOf(status, NAMESPACE.protocol, "StatusMessage"));
  const [name] = /[A-Za-z]{1,60}$/.exec(attributeOf(code, "Value") ?? "") ?? ["unknown"];
  throw new XmlRefusal(`the identity provider did not sign in: ${name}${message ? ` (${message.slice(0, 200)})` : ""}`);
}

/**
 * Checks the signatures of a response and opens what is encrypted.
 *
 * @returns the assertion, read from the very bytes that are signed
 * @throws XmlRefusal
 */
export async function verifyResponse(
  { encoded, document }: SamlResponse,
  { metadata, service }: { metadata: IdentityProviderMetadata; service: ServiceProvider },
): Promise<Element> {
  const decryptionPvk = await findDecryptionKey(document, service);
  const saml = new SAML({
    callbackUrl: service.acsUrl,
    issuer: service.entityId,
    audience: service.entityId,
    idpCert: [...metadata.certificates],
    // One of the two must be signed; the library sees to it.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    ...(decryptionPvk === undefined ? {} : { decryptionPvk }),
  });
  const xml = await readVerified(saml, encoded);
  const { documentElement: assertion } = parseXml(xml, MAX_MESSAGE_LENGTH);
  if (isNamed(assertion, NAMESPACE.assertion, "Assertion")) return assertion;
  throw new XmlRefusal("what is signed is no assertion");
}

async function readVerified(saml: SAML, encoded: string): Promise<string> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded.replace(/\s/g, "") });
    const xml = profile?.getAssertionXml?.();
    if (xml !== undefined) return xml;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "";
    throw new XmlRefusal(reason.slice(0, 300) || "its signature cannot be checked", { cause });
  }
  throw new XmlRefusal("it holds no assertion");
}

/** The key of ours that an assertion was encrypted for; what it holds is refused if it could be read in two ways. */
async function findDecryptionKey(document: Document, service: ServiceProvider): Promise<string | undefined> {
  const encrypted = onlyChildOf(document.documentElement, NAMESPACE.assertion, "EncryptedAssertion");
  if (encrypted === undefined) return undefined;
  if (!service.allowsEncryption) throw new XmlRefusal("encrypted assertions are not switched on");
  const xml = new XMLSerializer().serializeToString(encrypted);
  for (const { privatePem } of [service.key, ...(service.next === undefined ? [] : [service.next])]) {
    const opened = await tryDecrypt(xml, privatePem);
    if (opened === undefined) continue;
    requireAssertionShape(parseXml(opened, MAX_MESSAGE_LENGTH));
    return privatePem;
  }
  throw new XmlRefusal("the assertion is not encrypted for this service, or by a method that is not safe");
}

/** One answer for every fault: which one it was would tell an attacker about the plain text. */
function tryDecrypt(xml: string, key: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, opened) => {
      resolve(error === null || error === undefined ? opened : undefined);
    });
  });
}
