import type { TokenText } from "../keys/token-text.ts";
import { readTokenText } from "../keys/token-text.ts";
import type { IdentitySettings } from "../settings.ts";
import type { KnownIssuer, ThirdParty } from "./open-third-party.ts";
import {
  audienceOf,
  issuersOf,
  LEEWAY_SECONDS,
  readThirdPartyToken,
  requireAudience,
  requireEnd,
  requireSigner,
  roleOf,
  subjectOf,
} from "./read-third-party-token.ts";

/** What is looked at in a token of another issuer, in order. */
type TokenCheckName = "form" | "issuer" | "signature" | "expiry" | "audience" | "subject" | "role";

interface TokenCheck {
  readonly check: TokenCheckName;
  /** `undefined` where it could not be looked at. */
  readonly isGood: boolean | undefined;
  /** What stands in the token. */
  readonly found: string;
  /** What would do; empty for anything. */
  readonly accepted: readonly string[];
}

/** What becomes of a token here, and why. */
export interface TokenJudgement {
  /** `powerless`: it names somebody, but no role that may do anything. */
  readonly verdict: "accepted" | "powerless" | "refused";
  readonly checks: readonly TokenCheck[];
}

/** Says of each check that a token of another issuer goes through how it comes out. The verdict is that of a request with it. */
export async function judgeThirdPartyToken(
  thirdParty: ThirdParty,
  text: string,
  settings: IdentitySettings,
): Promise<TokenJudgement> {
  const checks = await checksOf(thirdParty, text, settings);
  const person = await readThirdPartyToken(thirdParty, text, settings).catch(() => undefined);
  const verdict = person === undefined ? "refused" : person.role === undefined ? "powerless" : "accepted";
  return { verdict, checks };
}

async function checksOf(thirdParty: ThirdParty, text: string, settings: IdentitySettings): Promise<TokenCheck[]> {
  const token = readAnyTime(text);
  const form: TokenCheck = { check: "form", isGood: token !== undefined, found: "", accepted: [] };
  if (token === undefined) return [form];
  const { claims } = token;
  const issuers = await issuersOf(thirdParty, token);
  const named = issuers.find(({ issuer }) => issuer.issuer !== undefined) ?? (await signerAmong(issuers, token));
  const issuer: TokenCheck = {
    check: "issuer",
    isGood: named !== undefined,
    found: textOf(claims.iss),
    accepted: thirdParty.all().map((known) => known.issuer.name),
  };
  if (issuers.length === 0) return [form, issuer];
  const signature = await signatureCheck(issuers, token);
  return named === undefined
    ? [form, issuer, signature]
    : [form, issuer, signature, ...(await claimChecks(named, token, settings))];
}

/** Which of the issuers that are known by their keys alone a token is of. */
async function signerAmong(issuers: readonly KnownIssuer[], token: TokenText): Promise<KnownIssuer | undefined> {
  for (const known of issuers) if (await holds(() => requireSigner([known], token))) return known;
  return undefined;
}

async function signatureCheck(issuers: readonly KnownIssuer[], token: TokenText): Promise<TokenCheck> {
  const { header } = token;
  const isSigned = await holds(() => requireSigner(issuers, token));
  const known = issuers.map(({ keySet }) => keySet.describe());
  return {
    check: "signature",
    isGood: isSigned || known.every(({ readAt }) => readAt !== undefined) ? isSigned : undefined,
    found: [textOf(header.kid), textOf(header.alg)].filter((part) => part !== "").join(", "),
    accepted: known.flatMap(({ kids }) => kids),
  };
}

async function claimChecks(named: KnownIssuer, token: TokenText, settings: IdentitySettings): Promise<TokenCheck[]> {
  const { issuer } = named;
  const { claims } = token;
  return [
    {
      check: "expiry",
      isGood: await holds(() => {
        requireEnd(claims);
        readTokenText(token.text, { clockTolerance: LEEWAY_SECONDS });
      }),
      found: textOf(momentOf(claims.exp)),
      accepted: [],
    },
    {
      check: "audience",
      isGood: await holds(() => requireAudience(claims, issuer)),
      found: [...audienceOf(claims, issuer), claims["azp"] ?? []].flat().map(textOf).join(", "),
      accepted: [...issuer.audiences, ...issuer.authorizedParties],
    },
    { check: "subject", isGood: await holds(() => subjectOf(claims)), found: textOf(claims.sub), accepted: [] },
    {
      check: "role",
      isGood: await holds(() => requireRole(roleOf(claims[issuer.roleClaim], settings))),
      found: `${issuer.roleClaim}: ${textOf(claims[issuer.roleClaim])}`,
      accepted: [
        ...settings["auth.third_party.roles"],
        ...(settings["auth.third_party.allow_admin_roles"] ? settings["auth.jwt_admin_roles"] : []),
      ],
    },
  ];
}

/** Also what is past or not valid yet. */
function readAnyTime(text: string): TokenText | undefined {
  try {
    return readTokenText(text.trim(), { clockTolerance: Number.MAX_SAFE_INTEGER });
  } catch {
    return undefined;
  }
}

async function holds(look: () => unknown): Promise<boolean> {
  try {
    await look();
    return true;
  } catch {
    return false;
  }
}

/** Without a role a token opens nothing, though it is one. */
function requireRole(role: string | undefined): void {
  if (role === undefined) throw new TypeError("It names no role");
}

function momentOf(seconds: unknown): string | undefined {
  const moment = new Date(Number(seconds) * 1000);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 255);
}
