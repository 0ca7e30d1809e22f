import { createPrivateKey, type KeyObject } from "node:crypto";

const PUBLIC_EXPONENT = 65_537n;
const MIN_BITS = 2048;

/** A key of this service and the certificate that carries its public part to identity providers. */
export interface SamlKey {
  readonly privatePem: string;
  readonly certificatePem: string;
}

/**
 * Reads an RSA key as settings hold it: base64 of PKCS #1, or PEM.
 *
 * @throws TypeError naming what is wrong but nothing of the key
 */
export function readSamlKey(text: string): KeyObject {
  const key = tryRead(text);
  const { modulusLength = 0, publicExponent } = key?.asymmetricKeyDetails ?? {};
  if (key?.asymmetricKeyType !== "rsa") throw new TypeError("it is no RSA key in base64 of PKCS #1");
  if (modulusLength < MIN_BITS) throw new TypeError(`it has fewer than ${MIN_BITS} bits`);
  if (publicExponent !== PUBLIC_EXPONENT) throw new TypeError("its public exponent is not 65537");
  return key;
}

function tryRead(text: string): KeyObject | undefined {
  try {
    if (text.includes("-----BEGIN")) return createPrivateKey(text);
    return createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs1" });
  } catch {
    // The library's own message could quote the key.
    return undefined;
  }
}
