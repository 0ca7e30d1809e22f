import { hash } from "node:crypto";
import { HttpError } from "@vedette/http";
import type { JWTPayload } from "jose";
import { IdentityError } from "../errors.ts";
import { groupsOfClaims } from "../groups/external-groups.ts";
import { type JwtKey, requireSignature } from "../keys/jwt-key.ts";
import { readTokenText, type TokenText } from "../keys/token-text.ts";
import type { IdentitySettings } from "../settings.ts";
import { VerifiedTokens } from "../tokens/verified-tokens.ts";
import { issuerKey, type ThirdPartyIssuer } from "./issuers.ts";
import type { KnownIssuer, ThirdParty } from "./open-third-party.ts";

/** Somebody whom another issuer knows. */
export interface ThirdPartyPerson {
  /** Made of issuer and subject; the same for as long as those are. */
  readonly id: string;
  /** The issuer, or a name made of the id of an issuer that is known by its keys alone. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** What the token says; `undefined` for somebody who is not signed in (`anon`, or no role at all). */
  readonly role: string | undefined;
  /** Section of the settings, or id, of the issuer. */
  readonly provider: string;
  /** Groups that the token names. */
  readonly groups: readonly string[];
  /** `aal2` when the token says so in `aal`, or names `mfa` among its `amr` (RFC 8176). */
  readonly assuranceLevel: "aal1" | "aal2";
}

/** Longest token that is read. */
export const MAX_LENGTH = 16_384;
/** Clocks of others may differ from ours by so much. */
export const LEEWAY_SECONDS = 30;
/** The role of tokens that have none. */
const ANONYMOUS = "anon";

/** Of all issuers: what was found of one key says nothing of another. */
const verified = new VerifiedTokens();

/** A key that can have signed a token, and whose it is. */
interface Signer {
  readonly issuer: ThirdPartyIssuer;
  readonly key: JwtKey;
}

/**
 * Checks a token of another issuer. Which issuer it is the token may say; keys, algorithms and audience are those of the
 * settings. A token that names no issuer of the settings is one of an issuer known by its keys alone, or none.
 *
 * @returns `undefined` for what is of no other issuer, is past, or is no token at all
 * @throws IdentityError `bad_jwt`; HttpError `unavailable` while no key of the issuer is known
 * @see spec 1, Authentication: "Third-party tokens"
 */
export async function readThirdPartyToken(
  thirdParty: ThirdParty,
  text: string,
  settings: IdentitySettings,
): Promise<ThirdPartyPerson | undefined> {
  if (thirdParty.isEmpty() || text.length > MAX_LENGTH) return undefined;
  const before = await findVerified(thirdParty, text);
  if (before !== undefined) return personOf(before.claims, before.issuer, settings);
  const token = readText(text);
  const issuers = token === undefined ? [] : await issuersOf(thirdParty, token);
  if (token === undefined || issuers.length === 0) return undefined;
  requireEnd(token.claims);
  const { key, issuer } = await requireSigner(issuers, token);
  const person = personOf(token.claims, issuer, settings);
  verified.keep(text, { key, claims: token.claims });
  return person;
}

/** A token that was checked before, as long as the same key is still the only one that it can be of. */
async function findVerified(
  thirdParty: ThirdParty,
  text: string,
): Promise<{ readonly claims: JWTPayload; readonly issuer: ThirdPartyIssuer } | undefined> {
  const known = verified.find(text);
  if (known === undefined) return undefined;
  const { key, claims } = known;
  const issuers = await issuersOf(thirdParty, { claims, header: { kid: key.kid, alg: key.algorithm } });
  const [signer, ...others] = issuers.length === 0 ? [] : await signersOf(issuers, key.kid);
  return signer?.key === key && others.length === 0 ? { claims, issuer: signer.issuer } : undefined;
}

function readText(text: string): TokenText | undefined {
  try {
    return readTokenText(text, { clockTolerance: LEEWAY_SECONDS });
  } catch {
    // It may be one of this service, whose own door refuses it better.
    return undefined;
  }
}

/** What a token says of its signer. */
interface NamedSigner {
  readonly claims: JWTPayload;
  readonly header: { readonly alg?: string | undefined; readonly kid?: string | undefined };
}

/**
 * The issuers that a token can be of: the one that it names, or those known by their keys alone. Shared secrets and the
 * keys of this service are never theirs.
 */
export async function issuersOf(
  thirdParty: ThirdParty,
  { claims: { iss }, header: { alg, kid } }: NamedSigner,
): Promise<readonly KnownIssuer[]> {
  const named = typeof iss === "string" ? thirdParty.find(iss) : undefined;
  if (named !== undefined) return [named];
  const issuers = thirdParty.withoutName(iss);
  if (issuers.length === 0 || kid === undefined || alg?.startsWith("HS") === true) return [];
  return (await thirdParty.isOwnKey(kid)) ? [] : issuers;
}

/**
 * The keys of these issuers that have an id. Only when no issuer is known to have it are the key sets waited for, and one
 * that cannot be read matters only when no other has it.
 */
async function signersOf(issuers: readonly KnownIssuer[], kid: string | undefined): Promise<readonly Signer[]> {
  if (kid === undefined) throw refused("it names no key");
  const known = knownSignersOf(issuers, kid);
  return known.length > 0 ? known : readSignersOf(issuers, kid);
}

function knownSignersOf(issuers: readonly KnownIssuer[], kid: string): readonly Signer[] {
  return issuers.flatMap(({ issuer, keySet }) => signerOf(issuer, keySet.peek(kid)));
}

/** @throws HttpError `unavailable` */
async function readSignersOf(issuers: readonly KnownIssuer[], kid: string): Promise<readonly Signer[]> {
  const finding = issuers.map(async ({ issuer, keySet }) => signerOf(issuer, await keySet.find(kid)));
  const results = await Promise.allSettled(finding);
  const signers = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const index = results.findIndex(({ status }) => status === "rejected");
  const [result, failed] = [results[index], issuers[index]];
  if (signers.length > 0 || result?.status !== "rejected" || failed === undefined) return signers;
  const detail = `The signing keys of ${failed.issuer.name} cannot be read just now. Try again in a moment.`;
  throw new HttpError("unavailable", { detail, cause: result.reason });
}

function signerOf(issuer: ThirdPartyIssuer, key: JwtKey | undefined): readonly Signer[] {
  return key === undefined ? [] : [{ issuer, key }];
}

export function requireEnd({ exp }: JWTPayload): void {
  if (exp === undefined) throw refused("it has no end");
}

/** The key that has signed a token, and its issuer: whoever publishes the key of another must not become them. */
export async function requireSigner(issuers: readonly KnownIssuer[], token: TokenText): Promise<Signer> {
  const { kid } = token.header;
  let signers = await signersOf(issuers, kid);
  let { found, failure } = await checkSigners(signers, token);
  if (found.length === 0 && kid !== undefined && signers.length < issuers.length) {
    // Another issuer can use the same id for a key that is not known yet.
    signers = await readSignersOf(issuers, kid);
    ({ found, failure } = await checkSigners(signers, token));
  }
  const [signer, ...others] = found;
  if (others.length > 0) throw refused("several issuers publish the key that signed it");
  if (signer !== undefined) return signer;
  if (signers.length === 0) throw refused("no key of its issuer signed it");
  throw refused(failure instanceof Error ? failure.message : "malformed", failure);
}

async function checkSigners(signers: readonly Signer[], token: TokenText) {
  const found: Signer[] = [];
  let failure: unknown;
  for (const signer of signers) {
    try {
      await requireSignature(signer.key, token);
      found.push(signer);
    } catch (cause) {
      failure = cause;
    }
  }
  return { found, failure };
}

/** @throws IdentityError `bad_jwt` for claims that are good for nobody here */
function personOf(claims: JWTPayload, issuer: ThirdPartyIssuer, settings: IdentitySettings): ThirdPartyPerson {
  requireAudience(claims, issuer);
  const { email } = claims;
  const sub = subjectOf(claims);
  return {
    id: idOf(issuer, claims.iss, sub),
    issuer: issuer.name,
    subject: sub,
    email: typeof email === "string" ? email.slice(0, 255).toLowerCase() : "",
    role: roleOf(claims[issuer.roleClaim], settings),
    provider: issuer.provider,
    groups: groupsOfClaims(claims),
    assuranceLevel: assuranceOfClaims(claims),
  };
}

/** The assurance level that a foreign token claims: `aal2` in `aal`, or `mfa` among its `amr` (RFC 8176). */
export function assuranceOfClaims({ aal, amr }: JWTPayload): "aal1" | "aal2" {
  return aal === "aal2" || (Array.isArray(amr) && amr.includes("mfa")) ? "aal2" : "aal1";
}

export function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub !== "string" || sub === "" || sub.length > 255) throw refused("it names nobody");
  return sub;
}

/** Whom a token was made for. */
export function audienceOf(claims: JWTPayload, { audienceClaims }: ThirdPartyIssuer): unknown[] {
  return audienceClaims.flatMap((claim) => claims[claim] ?? []);
}

export function requireAudience(claims: JWTPayload, issuer: ThirdPartyIssuer): void {
  const { audiences, authorizedParties } = issuer;
  const named = audienceOf(claims, issuer);
  if (audiences.length > 0 && !named.some((name) => audiences.some((audience) => audience === name))) {
    throw refused("it was made for another audience");
  }
  const { azp } = claims;
  if (authorizedParties.length > 0 && !authorizedParties.some((party) => party === azp)) {
    throw refused("it was made for another party");
  }
}

/** @throws IdentityError `bad_jwt` for a role that nobody has allowed */
export function roleOf(claim: unknown, settings: IdentitySettings): string | undefined {
  if (claim === undefined || claim === null || claim === "" || claim === ANONYMOUS) return undefined;
  const isAdmin = settings["auth.jwt_admin_roles"].some((role) => role === claim);
  const allowed = isAdmin
    ? settings["auth.third_party.allow_admin_roles"]
    : settings["auth.third_party.roles"].some((role) => role === claim);
  if (typeof claim !== "string" || !allowed) throw refused("its role is none that is accepted here");
  return claim;
}

/**
 * A custom UUID (RFC 9562, 5.8) of issuer and subject: members, stars and authors are named by such. An issuer known by
 * its keys alone may sign for several, whose subjects are not the same users.
 */
function idOf({ issuer, name }: ThirdPartyIssuer, claimed: unknown, subject: string): string {
  const parts = issuer === undefined ? [name, claimed ?? null, subject] : [issuerKey(issuer), subject];
  const bytes = hash("sha256", JSON.stringify(parts), "buffer").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function refused(reason: string, cause?: unknown): IdentityError {
  return new IdentityError("bad_jwt", {
    message: `invalid JWT: unable to parse or verify signature, ${reason}`,
    cause,
  });
}
