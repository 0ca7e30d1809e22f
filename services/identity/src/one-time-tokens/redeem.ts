import type { Kysely } from "kysely";
import { shortCode } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { hashCode, hashOfReference, isSameHash, type OneTimeTokenType } from "./code.ts";
import { countWrongGuess, dropToken, findTokenOwner, findTokens, lockTokensFor } from "./token-store.ts";

/** Wrong codes that burn a token. */
const MAX_WRONG_CODES = 5;

/** A living token and its user, whose row is locked. The caller uses the token up. */
export interface RedeemedToken {
  readonly user: StoredUser;
  readonly type: OneTimeTokenType;
  readonly hash: string;
}

/**
 * Finds the living token of a link.
 *
 * @returns `undefined` when there is none or it is too old
 */
export async function redeemHash(
  { settings }: Pick<Identity, "settings">,
  trx: Kysely<IdentityTables>,
  { hash, types }: { hash: string; types: readonly OneTimeTokenType[] },
): Promise<RedeemedToken | undefined> {
  const userId = await findTokenOwner(trx, { hash, types });
  const user = userId === undefined ? undefined : await lockUser(trx, userId);
  if (user === undefined) return undefined;
  // Read again under the lock: somebody may just have used it.
  const tokens = await findTokens(trx, { userId: user.id, types, expirySeconds: settings["auth.email.otp_expiry"] });
  const token = tokens.find((candidate) => candidate.hash === hash && !candidate.isExpired);
  return token && { user, type: token.type, hash };
}

/** Whether a code is compared with ours, or somebody else has said what it is worth. */
export type CodeJudgement = "ours" | "right" | "wrong";

export interface CodeProof {
  readonly address: string;
  readonly code: string;
  readonly types: readonly OneTimeTokenType[];
  readonly expirySeconds: number;
  readonly judgement: CodeJudgement;
}

/**
 * Finds the living token that a code belongs to. A wrong code counts against every token it could have been meant
 * for, so the caller commits whatever comes out.
 *
 * @returns `undefined` for a wrong code and for a token that is too old
 */
export async function redeemCode(
  { pepper }: Pick<Identity, "pepper">,
  trx: Kysely<IdentityTables>,
  { address, code, types, expirySeconds, judgement }: CodeProof,
): Promise<RedeemedToken | undefined> {
  const tokens = await lockTokensFor(trx, { address, types, expirySeconds });
  const digits = shortCode(pepper, { code, address });
  const meant = tokens.find(({ type, hash }) => {
    if (judgement !== "ours") return judgement === "right";
    // Both are computed, so that the time tells nothing of the form.
    const forms = [hashCode(pepper, { type, address }, digits), hashOfReference({ address }, digits)];
    return forms.filter((form) => isSameHash(hash, form)).length > 0;
  });
  if (meant !== undefined) {
    const user = meant.isExpired ? undefined : await lockUser(trx, meant.userId);
    return user && { user, type: meant.type, hash: meant.hash };
  }
  for (const { userId, type } of tokens) {
    const wrong = await countWrongGuess(trx, { userId, type });
    if (wrong >= MAX_WRONG_CODES) await dropToken(trx, { userId, type });
  }
  return undefined;
}
