import { tryNormalizeEmail } from "../addresses/email.ts";
import type { ExternalEmail, ExternalIdentity } from "../identities/external-identity.ts";
import type { Metadata } from "../identity-tables.ts";
import type { Provider } from "./provider.ts";
import type { ClaimPaths, EmailList, RawProfile, Verification } from "./provider-declaration.ts";

/** What a provider answered about one person. */
export interface Account {
  readonly profile: RawProfile;
  /** The answer about further addresses, where the provider has one. */
  readonly emails?: unknown;
  /** Decides about the address instead of the provider's own rule. */
  readonly isVerified?: Verification | undefined;
}

/** A provider that says nothing of who somebody is cannot vouch for them. */
export class AccountError extends Error {
  /** What the provider itself said: for whoever has set it up, and for nobody else. */
  readonly said: string | undefined;

  constructor(message: string, said?: string) {
    super(message);
    this.said = said;
  }
}

const MAX_SUBJECT_LENGTH = 512;
const MAX_TEXT_LENGTH = 4096;
const MAX_CUSTOM_BYTES = 16_384;

/**
 * Reads what a provider answered by the rules of the table.
 *
 * @throws AccountError when it does not say who the person is
 */
export function readAccount(provider: Provider, { profile, emails, isVerified }: Account): ExternalIdentity {
  const { declaration, hosts } = provider;
  const mapped = Object.fromEntries(
    Object.entries(declaration.claims).map(([claim, paths]) => {
      const value = pick(profile, paths);
      return [claim, claim === "sub" ? identifierOf(value) : textOf(value)];
    }),
  );
  const claims = declaration.adjust?.(mapped, profile) ?? mapped;
  const subject = textOf(claims["sub"]);
  if (subject === undefined || subject.length > MAX_SUBJECT_LENGTH) {
    throw new AccountError("The provider does not say who this is.");
  }
  const own = ownEmail(claims["email"], decides(isVerified ?? declaration.isVerified, profile, hosts.auth));
  const all = collect(own, declaration.emails === undefined ? [] : listed(declaration.emails, emails));
  return {
    provider: provider.name,
    subject,
    emails: all,
    claims: storedClaims({ ...claims, sub: subject }, { provider, email: all[0], custom: customOf(provider, profile) }),
  };
}

/** What the first of the paths that holds something holds. */
export function pick(source: unknown, paths: ClaimPaths): unknown {
  for (const path of typeof paths === "string" ? [paths] : paths) {
    const value = at(source, path);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

function at(source: unknown, path: string): unknown {
  // Some claims are addresses, with dots in them.
  if (Object.hasOwn(Object(source), path)) return Reflect.get(Object(source), path);
  return path.split(".").reduce<unknown>((inner, key) => {
    return Object.hasOwn(Object(inner), key) ? Reflect.get(Object(inner), key) : undefined;
  }, source);
}

export function isRawProfile(value: unknown): value is RawProfile {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text of an answer that is not empty. */
export function textIn(source: RawProfile, key: string): string | undefined {
  const value = source[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A subject: text, or an integer that a double holds exactly. */
function identifierOf(value: unknown): string | undefined {
  return typeof value === "number" && !Number.isSafeInteger(value) ? undefined : textOf(value);
}

/** Text that the database can store. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string" || value === "" || value.length > MAX_TEXT_LENGTH || value.includes("\0")) {
    return undefined;
  }
  return value.toWellFormed();
}

function decides(rule: Verification, profile: RawProfile, auth: string): boolean {
  return typeof rule === "function" ? rule(profile, auth) : rule === "always";
}

function ownEmail(text: unknown, isVerified: boolean): ExternalEmail | undefined {
  const address = typeof text === "string" ? tryNormalizeEmail(text) : undefined;
  return address === undefined ? undefined : { address, isVerified };
}

interface ListedEmail extends ExternalEmail {
  readonly isPrimary: boolean;
}

function listed({ list, address, isVerified, isPrimary }: EmailList, answer: unknown): readonly ListedEmail[] {
  const items = list === "" ? answer : pick(answer, list);
  return (Array.isArray(items) ? items : []).flatMap((item: RawProfile) => {
    const email = ownEmail(pick(item, address), isVerified(item));
    return email === undefined ? [] : [{ ...email, isPrimary: isPrimary(item) }];
  });
}

/** Every address once, the primary one first; verified where anything says so. */
function collect(own: ExternalEmail | undefined, more: readonly ListedEmail[]): readonly ExternalEmail[] {
  const ordered = [...(own ? [own] : []), ...more.toSorted((one, other) => rank(one) - rank(other))];
  const byAddress = new Map<string, ExternalEmail>();
  for (const { address, isVerified } of ordered) {
    byAddress.set(address, { address, isVerified: isVerified || (byAddress.get(address)?.isVerified ?? false) });
  }
  return [...byAddress.values()];
}

function rank({ isPrimary, isVerified }: ListedEmail): number {
  return (isPrimary ? 0 : 2) + (isVerified ? 0 : 1);
}

/** @see contract of identity, 10.4: the last four are what older clients read */
function storedClaims(
  { name, picture, ...claims }: Readonly<Record<string, unknown>>,
  { provider, email, custom }: { provider: Provider; email: ExternalEmail | undefined; custom: Metadata },
): Metadata {
  const { hosts, declaration } = provider;
  const stored = {
    iss: declaration.issuer ?? hosts.auth,
    ...claims,
    name,
    picture,
    email: email?.address,
    email_verified: email?.isVerified ?? false,
    phone_verified: false,
    full_name: name,
    avatar_url: picture,
    provider_id: claims["sub"],
    user_name: claims["preferred_username"],
    custom_claims: Object.keys(custom).length === 0 ? undefined : custom,
  };
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined));
}

/** Claims of tokens, and those that have a place of their own. */
const NOT_CUSTOM: ReadonlySet<string> = new Set([
  ..."iss aud exp iat nbf jti nonce azp at_hash c_hash s_hash acr amr auth_time sid typ session_state".split(" "),
  ..."sub name given_name family_name middle_name nickname preferred_username profile picture website".split(" "),
  ..."gender birthdate zoneinfo locale updated_at email email_verified phone_number phone_number_verified".split(" "),
]);

function customOf({ declaration: { customClaims } }: Provider, profile: RawProfile): Metadata {
  if (customClaims === undefined) return {};
  const entries =
    customClaims === "rest"
      ? Object.entries(profile).filter(([claim]) => !NOT_CUSTOM.has(claim))
      : Object.entries(customClaims).map(([claim, paths]) => [claim, pick(profile, paths)] as const);
  const custom = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
  const text = JSON.stringify(custom);
  // Neither what the database cannot store nor what would fill it.
  return Buffer.byteLength(text) > MAX_CUSTOM_BYTES || text.includes("\\u0000") || /\\ud[89ab]/i.test(text)
    ? {}
    : custom;
}
