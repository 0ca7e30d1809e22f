import { IdentityError } from "../errors.ts";
import type { Metadata } from "../identity-tables.ts";

/** Bytes of JSON that user and app metadata can have together: both are claims of every access token. */
const MAX_METADATA_BYTES = 8192;
/**
 * Bytes of JSON that the claims of an access token can have. In base64 and with a signature the token then leaves two of
 * the 16 KiB that a server reads of a request's headers.
 */
const MAX_CLAIMS_BYTES = 10_000;
/** Bytes of a provider's claims that are copied to the user metadata; the identity keeps all of them. */
const MAX_COPIED_BYTES = 4096;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/**
 * Refuses metadata that would make access tokens too large for a request.
 *
 * @param before - what is stored now: metadata of older data can be too large, and may then become smaller
 * @throws IdentityError `token_too_large`
 */
export function requireTokenRoom(metadata: readonly unknown[], before: readonly unknown[] = []): void {
  const size = totalSize(metadata);
  if (size > MAX_METADATA_BYTES && size >= totalSize(before)) throw new IdentityError("token_too_large");
}

function totalSize(parts: readonly unknown[]): number {
  return parts.reduce<number>((size, part) => size + sizeOf(part ?? {}), 0);
}

/** The claims of a provider that are copied to the user metadata: without its own claims, then without the longest. */
export function copiedClaims(claims: Metadata): Metadata {
  if (sizeOf(claims) <= MAX_COPIED_BYTES) return claims;
  const { custom_claims: _custom, ...standard } = claims;
  const entries = Object.entries(standard).toSorted(([, one], [, other]) => sizeOf(one) - sizeOf(other));
  while (sizeOf(Object.fromEntries(entries)) > MAX_COPIED_BYTES) entries.pop();
  return Object.fromEntries(entries);
}

/** What is left out of a token that would be too large, in order. */
const OMITTED_CLAIMS = ["user_metadata", "app_metadata"] as const;

interface MetadataClaims {
  readonly user_metadata: unknown;
  readonly app_metadata: unknown;
}

/**
 * Leaves metadata out of claims that would make the token too large, and names it in `omitted_claims`. Only older data,
 * SQL or providers can bring so much: the user must still be able to sign out and to change it.
 */
export function fittingClaims<Claims extends MetadataClaims>(
  claims: Claims,
): Claims & { readonly omitted_claims?: readonly string[] } {
  let fitting: Claims & { omitted_claims?: string[] } = claims;
  for (const claim of OMITTED_CLAIMS) {
    if (sizeOf(fitting) <= MAX_CLAIMS_BYTES) break;
    fitting = { ...fitting, [claim]: {}, omitted_claims: [...(fitting.omitted_claims ?? []), claim] };
  }
  return fitting;
}

/**
 * Refuses claims of the access token hook that would make the token too large.
 *
 * @throws IdentityError `token_too_large`
 */
export function requireFittingClaims(claims: object): void {
  if (sizeOf(claims) <= MAX_CLAIMS_BYTES) return;
  throw new IdentityError("token_too_large", {
    message: `The claims of the access token hook are larger than ${MAX_CLAIMS_BYTES} bytes.`,
  });
}
