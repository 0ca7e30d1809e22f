import { sql } from "kysely";
import { type AuditActor, actingFor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import { notify } from "../mails/notify.ts";
import { findProvider } from "../oauth/find-provider.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { providersOf } from "../users/own-identity.ts";
import { findUser, lockUser, type StoredUser } from "../users/stored-user.ts";
import { isSingleSignOn } from "./external-identity.ts";

export interface AdministratorsLinking {
  readonly userId: string;
  /** One that is switched on: `google`, `custom:acme`. */
  readonly provider: string;
  /** The provider's own name for the person, which never changes (the claim `sub`). */
  readonly subject: string;
  readonly administrator: AuditActor;
  readonly origin: RequestOrigin;
}

/**
 * Lets somebody sign in by an account of a provider that they have not shown yet: an administrator vouches for it. What
 * the provider says of the person is known from the first sign-in on. The person is told by mail where the notice
 * `identity_linked` is switched on.
 *
 * @returns the user as they are now
 * @throws IdentityError `user_not_found`, `user_sso_managed`, `identity_already_exists`, `validation_failed` for a
 *   provider that is not switched on or not set up
 */
export async function linkByAdministrator(identity: Identity, linking: AdministratorsLinking): Promise<StoredUser> {
  const { userId, provider, subject, administrator, origin } = linking;
  if (isSingleSignOn({ provider })) throw new IdentityError("user_sso_managed");
  await findProvider(identity, provider);
  return await mailingTransaction(identity, origin, async (trx) => {
    const user = await lockUser(trx, userId);
    if (user === undefined) throw new IdentityError("user_not_found");
    if (user.is_sso_user) throw new IdentityError("user_sso_managed");
    const linked = await trx
      .insertInto("auth.identities")
      .values({
        provider_id: subject,
        user_id: userId,
        identity_data: JSON.stringify({ sub: subject }),
        provider,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .onConflict((conflict) => conflict.columns(["provider_id", "provider"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (linked === undefined) throw new IdentityError("identity_already_exists");
    await trx
      .updateTable("auth.users")
      .set({ raw_app_meta_data: providersOf(userId), is_anonymous: false, updated_at: sql`now()` })
      .where("id", "=", userId)
      .execute();
    const { actor, traits } = actingFor(user, administrator);
    const which = { identity_id: linked.id, provider, provider_id: subject };
    const entry = { action: "identity_linked" as const, actor, origin, traits: { ...traits, ...which } };
    await insertAuditEntry(trx, entry).execute();
    await notify(identity, trx, { notice: { kind: "identity_linked", provider }, user, origin });
    return (await findUser(trx, userId)) ?? user;
  });
}
