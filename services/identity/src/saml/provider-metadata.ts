import { callOutbound, HttpError, openCache, readAllowedHosts } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import {
  type IdentityProviderMetadata,
  MAX_METADATA_LENGTH,
  readIdentityProviderMetadata,
} from "./identity-provider.ts";
import { type SsoProvider, storeMetadata } from "./provider-store.ts";
import { XmlRefusal } from "./xml.ts";

const DAY_MS = 86_400_000;
/** So often at most is metadata read again before its time. */
const PAUSE_MS = 60_000;

/**
 * Reads metadata that somebody sent.
 *
 * @throws IdentityError `validation_failed`
 */
export function readMetadata(xml: string): IdentityProviderMetadata {
  try {
    return readIdentityProviderMetadata(xml);
  } catch (cause) {
    if (!(cause instanceof XmlRefusal)) throw cause;
    throw new IdentityError("validation_failed", { message: `The metadata cannot be used: ${cause.message}`, cause });
  }
}

/**
 * Fetches metadata from the address that an administrator named. Addresses of this machine and its network are called
 * only where the operator's list has them.
 *
 * @throws IdentityError `saml_metadata_fetch_failed`
 */
export async function fetchMetadata(allowedHosts: readonly string[], url: string): Promise<string> {
  try {
    const answer = await callOutbound({
      url,
      headers: { accept: "application/samlmetadata+xml, application/xml", "accept-encoding": "identity" },
      reach: "public",
      allowedHosts: readAllowedHosts(allowedHosts),
      maxBytes: MAX_METADATA_LENGTH,
    });
    const text = await answer.body.text();
    if (answer.status === 200) return text;
    throw failure(`HTTP ${answer.status} error fetching SAML Metadata from URL '${url}'`);
  } catch (cause) {
    if (cause instanceof IdentityError) throw cause;
    throw failure(cause instanceof HttpError ? cause.message : `'${url}' broke off`, cause);
  }
}

function failure(message: string, cause?: unknown): IdentityError {
  return new IdentityError("saml_metadata_fetch_failed", { message, cause });
}

/** When this process tried last, by provider: failures are not repeated with every sign-in. */
const triedAt = openCache<string, number>("saml_metadata_attempts", { sizeOf: () => 0 });

/**
 * The metadata of a provider, fetched again when it is out of date. A failure leaves what is known.
 *
 * @see contract of identity, 18: Metadata refresh
 */
export async function currentMetadata(
  identity: Pick<Identity, "db" | "allowedHosts" | "warn">,
  provider: SsoProvider,
): Promise<IdentityProviderMetadata> {
  const known = readMetadata(provider.metadataXml);
  return isStale(known, provider) ? ((await fetchAgain(identity, provider)) ?? known) : known;
}

/**
 * Metadata that is newer than what is known: after a signature by a key that nobody knows.
 *
 * @returns `undefined` when there is none, or it was looked for a moment ago
 */
export async function newerMetadata(
  identity: Pick<Identity, "db" | "allowedHosts" | "warn">,
  provider: SsoProvider,
): Promise<IdentityProviderMetadata | undefined> {
  if (provider.metadataUrl === null || provider.metadataAgeMs < PAUSE_MS) return undefined;
  return fetchAgain(identity, provider);
}

function isStale({ validUntil, cacheMs }: IdentityProviderMetadata, provider: SsoProvider): boolean {
  if (provider.metadataUrl === null) return false;
  if (validUntil !== undefined && validUntil.getTime() <= Date.now()) return true;
  if (cacheMs !== undefined && provider.metadataAgeMs > cacheMs) return true;
  return provider.metadataAgeMs > DAY_MS;
}

async function fetchAgain(
  { db, allowedHosts, warn }: Pick<Identity, "db" | "allowedHosts" | "warn">,
  provider: SsoProvider,
): Promise<IdentityProviderMetadata | undefined> {
  const { id, metadataUrl, entityId } = provider;
  if (metadataUrl === null || Date.now() - (triedAt.get(id) ?? 0) < PAUSE_MS) return undefined;
  triedAt.set(id, Date.now());
  try {
    const metadataXml = await fetchMetadata(allowedHosts, metadataUrl);
    const metadata = readMetadata(metadataXml);
    if (metadata.entityId !== entityId) throw new IdentityError("saml_entity_id_mismatch");
    await storeMetadata(db, { id, metadataXml });
    return metadata;
  } catch (err) {
    warn(
      { err, sso_provider_id: id },
      "the metadata of an identity provider could not be read again; what is known stays",
    );
    return undefined;
  }
}
