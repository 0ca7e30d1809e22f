import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** The headers that prove that a call came from here. */
export interface SignedHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

type Signer = (message: { id: string; at: Date; body: string }) => string;

const KEY_BYTES = { least: 24, most: 64 } as const;

/**
 * Signs the body of a call with every secret of the setting, so that the receiver may know any of them.
 *
 * @param secrets - `v1,whsec_<base64>` (HMAC-SHA-256) or `v1a,whpk_…:whsk_…` (Ed25519), separated by `|`
 * @throws TypeError when there is no secret or one cannot be used; nothing of it is quoted
 * @see https://www.standardwebhooks.com
 */
export function signHookCall(
  secrets: string,
  body: string,
  { at, id = randomUUID() }: { readonly at: Date; readonly id?: string | undefined },
): SignedHeaders {
  const signers = secrets
    .split("|")
    .filter((secret) => secret !== "")
    .map(readSigner);
  if (signers.length === 0) throw new TypeError("A hook over HTTP needs a secret that signs its calls");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signers.map((signer) => signer({ id, at, body })).join(" "),
  };
}

function readSigner(secret: string): Signer {
  const symmetric = /^v1,whsec_(.+)$/.exec(secret)?.[1];
  if (symmetric !== undefined) {
    const key = Buffer.from(symmetric, "base64");
    if (key.length < KEY_BYTES.least || key.length > KEY_BYTES.most) {
      throw new TypeError("A secret of a hook has 24 to 64 bytes");
    }
    const webhook = new Webhook(key, { format: "raw" });
    return ({ id, at, body }) => webhook.sign(id, at, body);
  }
  const asymmetric = /^v1a,whpk_[^:]+:whsk_(.+)$/.exec(secret)?.[1];
  if (asymmetric === undefined) throw new TypeError("A secret of a hook begins with v1,whsec_ or v1a,whpk_");
  const key = ed25519Key(Buffer.from(asymmetric, "base64"));
  return ({ id, at, body }) => {
    const message = `${id}.${Math.floor(at.getTime() / 1000)}.${body}`;
    return `v1a,${sign(null, Buffer.from(message), key).toString("base64")}`;
  };
}

/** The DER head of an Ed25519 private key (RFC 8410), which its 32 bytes of seed follow. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

function ed25519Key(bytes: Buffer): KeyObject {
  // Some write the public key behind the seed.
  if (bytes.length !== 32 && bytes.length !== 64) throw new TypeError("A private key of a hook has 32 or 64 bytes");
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes.subarray(0, 32)]), format: "der", type: "pkcs8" });
}
