import type { Kysely } from "kysely";
import { type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users/stored-user.ts";
import { requirePermanent } from "./enroll-factor.ts";
import { type Factor, findFactor, nameConflict } from "./factor-store.ts";
import { stepDown } from "./step-up.ts";

/**
 * Takes a factor of the signed-in user away. One that counts needs a session that has proved a second factor.
 *
 * @throws IdentityError `no_authorization`, `mfa_factor_not_found`, `insufficient_aal`
 */
export async function unenrollFactor(
  identity: Identity,
  { user, assuranceLevel }: SignedInUser,
  { id, origin }: { id: string; origin: RequestOrigin },
): Promise<void> {
  requirePermanent(user);
  const factor = await findFactor(identity.db, { id, userId: user.id });
  if (factor === undefined) throw new IdentityError("mfa_factor_not_found");
  if (factor.status === "verified" && assuranceLevel === "aal1") {
    throw new IdentityError("insufficient_aal", {
      status: 422,
      message: "AAL2 required to unenroll verified factor",
    });
  }
  await mailingTransaction(identity, origin, async (trx) => {
    await dropFactor(identity, trx, { factor, origin });
    const traits = { factor_id: id, factor_type: factor.factor_type, factor_status: factor.status };
    await insertAuditEntry(trx, { action: "factor_unenrolled", actor: user, origin, traits }).execute();
  });
}

export interface FactorAdministration {
  readonly userId: string;
  readonly id: string;
  readonly actor: AuditActor;
  readonly origin: RequestOrigin;
}

/** @throws IdentityError `mfa_factor_not_found` */
export async function deleteFactorByAdministrator(
  identity: Identity,
  { userId, id, actor, origin }: FactorAdministration,
): Promise<Factor> {
  const factor = await findFactor(identity.db, { id, userId });
  if (factor === undefined) throw new IdentityError("mfa_factor_not_found");
  await mailingTransaction(identity, origin, async (trx) => {
    await dropFactor(identity, trx, { factor, origin });
    const traits = { user_id: userId, factor_id: id };
    await insertAuditEntry(trx, { action: "factor_deleted", actor, origin, traits }).execute();
  });
  return factor;
}

/** @throws IdentityError `mfa_factor_not_found`, `mfa_factor_name_conflict` */
export async function updateFactorByAdministrator(
  identity: Identity,
  { userId, id, actor, origin }: FactorAdministration,
  { friendlyName, phone }: { friendlyName: string | undefined; phone: string | undefined },
): Promise<Factor> {
  const factor = await findFactor(identity.db, { id, userId });
  if (factor === undefined) throw new IdentityError("mfa_factor_not_found");
  const changed = {
    ...factor,
    friendly_name: friendlyName ?? factor.friendly_name,
    phone: factor.factor_type === "phone" ? (phone ?? factor.phone) : factor.phone,
  };
  try {
    await identity.db.transaction().execute(async (trx) => {
      const { friendly_name, phone: number } = changed;
      await trx.updateTable("auth.mfa_factors").set({ friendly_name, phone: number }).where("id", "=", id).execute();
      const traits = { user_id: userId, factor_id: id };
      await insertAuditEntry(trx, { action: "factor_updated", actor, origin, traits }).execute();
    });
  } catch (cause) {
    throw nameConflict(cause);
  }
  return changed;
}

/** Recovery codes stand in for other factors: they go with the last of them. */
async function dropFactor(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  {
    factor: { id, user_id: userId, status, factor_type: factorType },
    origin,
  }: { factor: Factor; origin: RequestOrigin },
): Promise<void> {
  const user = await lockUser(trx, userId);
  await stepDown(trx, { userId, factorId: id });
  await trx.deleteFrom("auth.mfa_factors").where("id", "=", id).execute();
  const left = await trx
    .selectFrom("auth.mfa_factors")
    .where("user_id", "=", userId)
    .where("status", "=", "verified")
    .select("id")
    .executeTakeFirst();
  if (left === undefined) await trx.deleteFrom("vedette.recovery_code_sets").where("user_id", "=", userId).execute();
  if (user === undefined || status !== "verified") return;
  await notify(identity, trx, { notice: { kind: "mfa_factor_unenrolled", factorType }, user, origin });
}
