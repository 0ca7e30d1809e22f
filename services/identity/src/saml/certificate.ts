import "reflect-metadata";
import { createPublicKey, type KeyObject } from "node:crypto";
import {
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { SamlKey } from "./saml-key.ts";

/** The library takes a serial number of zero for none, and would draw one; what it draws from here stays zero. */
const WITHOUT_CHANCE: Crypto = {
  subtle: crypto.subtle,
  getRandomValues: (array) => array,
  randomUUID: () => crypto.randomUUID(),
};

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/**
 * Makes the certificate of a key. The same key and host give the same certificate at any time and on any machine, so
 * that identity providers go on knowing it.
 *
 * @see contract of identity, 18: Key
 */
export async function certify(
  key: KeyObject,
  { host, decrypts }: { host: string; decrypts: boolean },
): Promise<SamlKey> {
  const pkcs8 = key.export({ type: "pkcs8", format: "der" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const keys = {
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, false, ["sign"]),
    publicKey: await crypto.subtle.importKey("spki", spki, ALGORITHM, true, ["verify"]),
  };
  const usages = decrypts
    ? KeyUsageFlags.digitalSignature | KeyUsageFlags.dataEncipherment
    : KeyUsageFlags.digitalSignature;
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: new Name([{ CN: [{ printableString: `SAML 2.0 Certificate for ${host}` }] }]),
      notBefore: new Date(0),
      notAfter: new Date("2170-01-01T00:00:00Z"),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new KeyUsagesExtension(usages, true),
        new SubjectAlternativeNameExtension([{ type: "dns", value: `_samlsp.${host}` }]),
      ],
    },
    WITHOUT_CHANCE,
  );
  return {
    privatePem: key.export({ type: "pkcs8", format: "pem" }).toString(),
    certificatePem: certificate.toString("pem"),
  };
}
