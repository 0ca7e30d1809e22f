import { X509Certificate } from "node:crypto";
import { attributeOf, childrenOf, isNamed, NAMESPACE, parseXml, textOf, XmlRefusal } from "./xml.ts";

/** What an identity provider says of itself. */
export interface IdentityProviderMetadata {
  readonly entityId: string;
  /** PEM, those that sign; several while it changes its key. */
  readonly certificates: readonly string[];
  /** Where people are sent to sign in. */
  readonly signOnUrl: string;
  /** Where people are sent to sign out of everything, if it can do that. */
  readonly signOutUrl: string | undefined;
  readonly validUntil: Date | undefined;
  /** How long this may be believed without looking again. */
  readonly cacheMs: number | undefined;
}

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
/** Metadata of large providers is longer than any message. */
export const MAX_METADATA_LENGTH = 1024 * 1024;

/**
 * Reads the metadata of an identity provider.
 *
 * @throws XmlRefusal
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf
 */
export function readIdentityProviderMetadata(text: string): IdentityProviderMetadata {
  const entity = findEntity(parseXml(text, MAX_METADATA_LENGTH).documentElement);
  const entityId = attributeOf(entity, "entityID") ?? "";
  if (entityId === "" || entityId.length > 1024) throw new XmlRefusal("SAML Metadata does not contain an EntityID");
  const [descriptor, ...others] = childrenOf(entity, NAMESPACE.metadata, "IDPSSODescriptor");
  if (descriptor === undefined) throw new XmlRefusal("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) throw new XmlRefusal("SAML Metadata contains multiple IDPSSODescriptors");
  const certificates = certificatesOf(descriptor);
  const signOnUrl = locationOf(descriptor, "SingleSignOnService");
  if (signOnUrl === undefined) {
    throw new XmlRefusal("SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding");
  }
  return {
    entityId,
    certificates,
    signOnUrl,
    signOutUrl: locationOf(descriptor, "SingleLogoutService"),
    validUntil: readDate(attributeOf(entity, "validUntil")),
    cacheMs: readDuration(attributeOf(entity, "cacheDuration")),
  };
}

/** One entity, alone or wrapped in a list of one. */
function findEntity(root: Element): Element {
  if (isNamed(root, NAMESPACE.metadata, "EntityDescriptor")) return root;
  const [entity, ...others] = isNamed(root, NAMESPACE.metadata, "EntitiesDescriptor")
    ? childrenOf(root, NAMESPACE.metadata, "EntityDescriptor")
    : [];
  if (entity === undefined || others.length > 0) throw new XmlRefusal("SAML Metadata does not describe one entity");
  return entity;
}

/**
 * Returns the usable certificates. Providers also publish keys of other algorithms, which are skipped. A key without a use
 * can sign.
 *
 * @throws XmlRefusal when no certificate is usable
 */
function certificatesOf(descriptor: Element): readonly string[] {
  const keys = childrenOf(descriptor, NAMESPACE.metadata, "KeyDescriptor").filter(
    (key) => (attributeOf(key, "use") ?? "signing") === "signing",
  );
  const texts = keys
    .flatMap((key) => childrenOf(key, NAMESPACE.signature, "KeyInfo"))
    .flatMap((info) => childrenOf(info, NAMESPACE.signature, "X509Data"))
    .flatMap((data) => childrenOf(data, NAMESPACE.signature, "X509Certificate"));
  const read = texts.map((text) => readCertificate(textOf(text)));
  const usable = read.flatMap(({ certificate }) => certificate ?? []);
  if (usable.length > 0) return [...new Set(usable)];
  throw new XmlRefusal(read[0]?.fault ?? "SAML Metadata does not contain a certificate for signing");
}

type ReadCertificate =
  | { readonly certificate: string; readonly fault?: never }
  | { readonly certificate?: never; readonly fault: string };

function readCertificate(base64: string): ReadCertificate {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, "base64"));
    const { asymmetricKeyType: type, asymmetricKeyDetails } = certificate.publicKey;
    if (type !== "rsa") {
      return {
        fault: `SAML Metadata contains only ${type} keys: the provider must sign with an RSA key of at least 2048 bits`,
      };
    }
    if ((asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return { certificate: certificate.toString() };
  } catch {
    return { fault: "SAML Metadata contains a certificate that cannot be read" };
  }
  return { fault: "SAML Metadata contains a key of fewer than 2048 bits" };
}

function locationOf(descriptor: Element, service: string): string | undefined {
  const found = childrenOf(descriptor, NAMESPACE.metadata, service).find(
    (element) => attributeOf(element, "Binding") === REDIRECT,
  );
  const location = attributeOf(found, "Location");
  if (location === undefined) return undefined;
  const url = URL.parse(location);
  if (url !== null && ["https:", "http:"].includes(url.protocol) && location.length <= 2048) return location;
  throw new XmlRefusal(`SAML Metadata contains a ${service} that is no web address`);
}

function readDate(text: string | undefined): Date | undefined {
  const date = text === undefined ? undefined : new Date(text);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

const DURATION =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})(?:\.\d{1,9})?S)?)?$/;
const UNIT_SECONDS = [31_536_000, 2_592_000, 86_400, 3600, 60, 1] as const;

/** A duration of XML Schema; years and months of 365 and 30 days are close enough for looking again. */
function readDuration(text: string | undefined): number | undefined {
  const [, ...amounts] = DURATION.exec(text ?? "") ?? [];
  if (amounts.length === 0) return undefined;
  return UNIT_SECONDS.reduce((sum, seconds, at) => sum + Number(amounts[at] ?? 0) * seconds, 0) * 1000;
}
