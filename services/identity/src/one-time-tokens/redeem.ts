import type { Kysely } from "kysely";
import { tryNormalizeEmail } from "../addresses/email.ts";
import { shortCode } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { hashCode, hashOfReference, isSameHash, type OneTimeTokenType } from "./code.ts";
import {
  countWrongGuess,
  dropToken,
  findTokenOwner,
  findTokens,
  type LiveToken,
  lockTokensFor,
} from "./token-store.ts";

/** Wrong codes that burn a token. */
const MAX_WRONG_CODES = 5;

/** A valid token and its user, whose row is locked. The caller deletes the token. */
export interface RedeemedToken {
  readonly user: StoredUser;
  readonly type: OneTimeTokenType;
  readonly hash: string;
}

/** How a token was delivered. */
type TokenChannel = "email" | "phone";

/**
 * Finds the valid token of a link.
 *
 * @returns `undefined` when there is none, it has expired, or it belongs to another user than `ownerId`
 */
export async function redeemHash(
  { settings }: Pick<Identity, "settings">,
  trx: Kysely<IdentityTables>,
  { hash, types, ownerId }: { hash: string; types: readonly OneTimeTokenType[]; ownerId?: string | undefined },
): Promise<RedeemedToken | undefined> {
  const userId = await findTokenOwner(trx, { hash, types });
  if (userId === undefined || (ownerId !== undefined && ownerId !== userId)) return undefined;
  const user = await lockUser(trx, userId);
  if (user === undefined) return undefined;
  // Read again under the lock: a concurrent request may have used it.
  const tokens = await findTokens(trx, { userId: user.id, types, expirySeconds: settings["auth.email.otp_expiry"] });
  const token = tokens.find((candidate) => candidate.hash === hash && !candidate.isExpired);
  return token && provesCurrentContact(user, token, "email") ? { user, type: token.type, hash } : undefined;
}

/** Whether this service compares the code with its hash, or an SMS provider has already checked it. */
export type CodeJudgement = "ours" | "right" | "wrong";

export interface CodeProof {
  readonly address: string;
  readonly channel: TokenChannel;
  readonly code: string;
  readonly types: readonly OneTimeTokenType[];
  readonly expirySeconds: number;
  readonly judgement: CodeJudgement;
  /** The only user whose tokens count; absent when the request does not say who the caller is. */
  readonly ownerId?: string | undefined;
}

/**
 * Finds the valid token that a code belongs to. Several users can wait for a code to the same number or address, and
 * some codes are the same for all of them (test numbers, codes of an SMS provider): without `ownerId` a code that fits
 * the tokens of more than one user is refused. A wrong code counts against every token it could belong to, so the
 * caller commits in any case.
 *
 * @returns `undefined` for a code that is wrong, expired or ambiguous
 */
export async function redeemCode(
  { pepper }: Pick<Identity, "pepper">,
  trx: Kysely<IdentityTables>,
  { address, channel, code, types, expirySeconds, judgement, ownerId }: CodeProof,
): Promise<RedeemedToken | undefined> {
  const tokens = await lockTokensFor(trx, { address, types, expirySeconds, ownerId });
  const digits = shortCode(pepper, { code, address });
  const matches = tokens.filter(({ type, hash }) => {
    if (judgement !== "ours") return judgement === "right";
    // Both are computed, so that the time does not reveal which form is stored.
    const forms = [hashCode(pepper, { type, address }, digits), hashOfReference({ address }, digits)];
    return forms.filter((form) => isSameHash(hash, form)).length > 0;
  });
  if (matches.length === 0) {
    await countWrongGuesses(trx, tokens);
    return undefined;
  }
  const redeemed: RedeemedToken[] = [];
  for (const token of matches.filter(({ isExpired }) => !isExpired)) {
    const user = await lockUser(trx, token.userId);
    if (user && provesCurrentContact(user, token, channel)) redeemed.push({ user, type: token.type, hash: token.hash });
  }
  return new Set(redeemed.map(({ user }) => user.id)).size === 1 ? redeemed[0] : undefined;
}

async function countWrongGuesses(trx: Kysely<IdentityTables>, tokens: readonly LiveToken[]): Promise<void> {
  for (const { userId, type } of tokens) {
    const wrong = await countWrongGuess(trx, { userId, type });
    if (wrong >= MAX_WRONG_CODES) await dropToken(trx, { userId, type });
  }
}

/** A token proves the contact value it was sent to, never one that the user has changed to since. */
function provesCurrentContact(user: StoredUser, { type, address }: LiveToken, channel: TokenChannel): boolean {
  const current = contactProvedBy(user, type, channel)?.toLowerCase();
  if (current === undefined) return false;
  if (current === address.toLowerCase()) return true;
  // The stored address may have a Unicode domain.
  const normal = channel === "email" ? tryNormalizeEmail(address) : undefined;
  return normal !== undefined && tryNormalizeEmail(current) === normal;
}

function contactProvedBy(user: StoredUser, type: OneTimeTokenType, channel: TokenChannel): string | null {
  if (type === "email_change_token_new") return user.email_change;
  if (type === "phone_change_token") return user.phone_change;
  return channel === "phone" ? user.phone : user.email;
}
