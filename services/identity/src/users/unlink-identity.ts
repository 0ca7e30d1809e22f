import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type AuditActor, actingFor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { EMAIL_IS_UNIQUE } from "./create-user.ts";
import { providersOf } from "./own-identity.ts";
import { markProven } from "./proven-user.ts";
import { lockUser, type StoredIdentity, type StoredUser } from "./stored-user.ts";

export interface Unlinking {
  readonly userId: string;
  readonly identityId: string;
  readonly origin: RequestOrigin;
  /** Who takes it away in the person's place. */
  readonly administrator?: AuditActor;
}

/**
 * Takes one of the ways to sign in away from a user. Two are needed, since one has to stay. When the address
 * went with it, that of the best remaining identity takes its place.
 *
 * @throws IdentityError `manual_linking_disabled`, `single_identity_not_deletable`, `identity_not_found`,
 *   `email_conflict_identity_not_deletable`
 * @see spec 1, States: unlink
 */
export async function unlinkIdentity(identity: Identity, unlinking: Unlinking): Promise<void> {
  const { userId, identityId, origin, administrator } = unlinking;
  await mailingTransaction(identity, origin, async (trx) => {
    const user = await lockUser(trx, userId);
    if (user === undefined) throw new IdentityError("user_not_found", { status: 403 });
    if (user.identities.length < 2) throw new IdentityError("single_identity_not_deletable");
    const unlinked = user.identities.find(({ id }) => id === identityId);
    if (unlinked === undefined) throw new IdentityError("identity_not_found");
    await trx.deleteFrom("auth.identities").where("id", "=", identityId).execute();
    await storeRemainder(trx, user, unlinked);
    const { provider } = unlinked;
    const { actor, traits } = actingFor(user, administrator);
    const which = { identity_id: identityId, provider, provider_id: unlinked.provider_id };
    await insertAuditEntry(trx, {
      action: "identity_unlinked",
      actor,
      origin,
      traits: { ...traits, ...which },
    }).execute();
    await notify(identity, trx, { notice: { kind: "identity_unlinked", provider }, user, origin });
  });
}

async function storeRemainder(trx: Kysely<IdentityTables>, user: StoredUser, unlinked: StoredIdentity): Promise<void> {
  const remaining = user.identities.filter(({ id }) => id !== unlinked.id);
  const address = unlinked.provider === "phone" ? NO_PHONE : addressOf(user, remaining);
  // Whatever is unlinked, the user has proved it: the columns alone would lose that.
  if (user.is_proven) await markProven(trx, user.id).execute();
  if ("email" in address || "phone" in address) await dropTokens(trx, user.id);
  try {
    await trx
      .updateTable("auth.users")
      .set({
        ...address,
        raw_app_meta_data: providersOf(user.id),
        updated_at: sql`now()`,
      })
      .where("id", "=", user.id)
      .execute();
  } catch (cause) {
    if (violatedConstraint(cause) !== EMAIL_IS_UNIQUE) throw cause;
    throw new IdentityError("email_conflict_identity_not_deletable", { cause });
  }
}

const NO_PHONE = { phone: null, phone_confirmed_at: null } as const;

/**
 * The e-mail address after unlinking: unchanged while a remaining identity has it, else that of the best remaining
 * identity. A confirmed address that would leave the user without any confirmed one is kept.
 */
function addressOf(user: StoredUser, remaining: readonly StoredIdentity[]) {
  const { email, email_confirmed_at, phone_confirmed_at } = user;
  if (!email || remaining.some((identity) => identity.email === email)) return {};
  const [best] = remaining.toSorted((one, other) => rankOf(one) - rankOf(other));
  const isVerified = best !== undefined && rankOf(best) === 0;
  if (!isVerified && email_confirmed_at !== null && phone_confirmed_at === null) return {};
  return { email: best?.email ?? null, email_confirmed_at: isVerified ? sql<Date>`now()` : null };
}

/** Proved addresses first, then others, then none; the identities are in the order of their age already. */
function rankOf({ email, identity_data: data }: StoredIdentity): number {
  if (!email) return 2;
  return data["email_verified"] === true ? 0 : 1;
}
