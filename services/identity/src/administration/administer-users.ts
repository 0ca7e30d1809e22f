import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { isSingleSignOn } from "../identities/external-identity.ts";
import { ACCOUNT_IS_UNIQUE } from "../identities/put-external-identity.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { type Notice, notify } from "../mails/notify.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import { storePassword } from "../passwords/change-password.ts";
import { sealHash } from "../passwords/stored-hash.ts";
import { cancelPhoneChange } from "../phones/change-phone.ts";
import { applyPhone } from "../phones/confirm-phone.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { putUserName, refusingTakenName } from "../user-names/change-user-name.ts";
import { normalizeUserName } from "../user-names/user-name.ts";
import { applyEmail, cancelEmailChange } from "../users/change-email.ts";
import {
  createUser,
  EMAIL_IS_UNIQUE,
  type NewAccount,
  type NewAddress,
  PHONE_IS_UNIQUE,
} from "../users/create-user.ts";
import { isMetadataAsSeen, mergeMetadata } from "../users/metadata.ts";
import { markProven } from "../users/proven-user.ts";
import { findUser, lockUser, type StoredUser } from "../users/stored-user.ts";
import { type ReadyFields, readUserFields, type UserFields } from "./user-fields.ts";

export interface Administration {
  readonly fields: UserFields;
  readonly actor: AuditActor;
  readonly origin: RequestOrigin;
}

interface UserChange extends Administration {
  readonly id: string;
  /** What was read of the metadata's keys, and must still hold; what it does not name is not compared. */
  readonly seen?: Pick<UserFields, "appMetadata" | "userMetadata"> | undefined;
}

interface NewUserFields extends Administration {
  readonly id?: string | undefined;
  /** Another word for the address, beside a password. */
  readonly userName?: string | undefined;
}

/**
 * Creates a user as an administrator says: no mail, no questions.
 *
 * @throws IdentityError `validation_failed`, `email_exists`, `phone_exists`, `conflict`, `user_sso_managed`
 */
export async function createUserByAdministrator(
  identity: Identity,
  { fields, userName, id = randomUUID(), actor, origin }: NewUserFields,
): Promise<StoredUser> {
  const ready = await readUserFields(identity, fields);
  const { email, phone, accounts } = ready;
  requireTokenRoom([ready.userMetadata, ready.appMetadata]);
  if (email === undefined && phone === undefined && !accounts?.length) {
    throw new IdentityError("validation_failed", {
      message: "Cannot create a user without either an email or phone",
    });
  }
  const user = {
    id,
    audience: ready.audience ?? identity.settings["auth.jwt_audience"],
    role: ready.role ?? identity.settings["auth.jwt_default_role"],
    email: newAddress(email, ready.isEmailConfirmed),
    phone: newAddress(phone, ready.isPhoneConfirmed),
    passwordHash: ready.passwordHash && sealHash(identity, id, ready.passwordHash),
    appMetadata: ready.appMetadata ?? {},
    userMetadata: { ...ready.userMetadata, ...(email && ready.isEmailConfirmed ? { email_verified: true } : {}) },
    bannedUntil: ready.bannedUntil ?? null,
    accounts: accounts && accountsOf(id, ready, accounts),
    isSingleSignOn: accounts?.some(isSingleSignOn) ?? false,
  };
  const creation = { user, action: "user_signedup", actor, origin } as const;
  if (userName === undefined) return refusingDuplicates(() => createUser(identity.db, creation));
  if (user.isSingleSignOn) throw new IdentityError("user_sso_managed");
  const name = normalizeUserName(userName);
  return refusingTakenName(() =>
    refusingDuplicates(() =>
      identity.db.transaction().execute(async (trx) => {
        const created = await createUser(trx, creation);
        await putUserName(trx, id, name);
        return created;
      }),
    ),
  );
}

/** What stands for an address of this service's own says what the address itself says. */
function accountsOf(id: string, ready: ReadyFields, accounts: readonly NewAccount[]): readonly NewAccount[] {
  const proof = { email_verified: ready.isEmailConfirmed ?? false, phone_verified: ready.isPhoneConfirmed ?? false };
  return accounts.map(({ provider, subject, claims }) => {
    if (provider !== "email" && provider !== "phone") return { provider, subject, claims };
    const address = ready[provider];
    if (address !== undefined)
      return { provider, subject: id, claims: { ...claims, sub: id, [provider]: address, ...proof } };
    throw new IdentityError("validation_failed", { message: `The identity ${provider} needs ${provider} beside it` });
  });
}

function newAddress(address: string | undefined, isConfirmed = false): NewAddress | undefined {
  return address === undefined ? undefined : { address, isConfirmed };
}

/**
 * Changes a user as an administrator says. A new password ends all sessions.
 *
 * @throws IdentityError `user_not_found`, `user_overtaken`, `validation_failed`, `email_exists`, `phone_exists`,
 *   `last_administrator` for one who is to be locked out
 */
export async function updateUserByAdministrator(
  identity: Identity,
  { id, fields, seen = {}, actor, origin }: UserChange,
): Promise<StoredUser> {
  const ready = await readUserFields(identity, fields);
  return refusingDuplicates(() =>
    mailingTransaction(identity, origin, async (trx) => {
      const user = await lockUser(trx, id);
      if (user === undefined) throw new IdentityError("user_not_found");
      requireSeen(user, seen);
      requireAddressToConfirm(user, ready);
      if (isLockOut(ready) && (await identity.team.isLastAdministrator(trx, id)))
        throw new IdentityError("last_administrator");
      const { passwordHash } = ready;
      if (passwordHash !== undefined) {
        await storePassword(identity, trx, { user, passwordHash, keptSessionId: undefined, origin });
      }
      await storeAddresses(trx, user, ready);
      await storeFields(trx, user, ready);
      const traits = { user_id: user.id, user_email: user.email };
      await insertAuditEntry(trx, { action: "user_modified", actor, origin, traits }).execute();
      const changed = (await findUser(trx, id)) ?? user;
      for (const notice of noticesOf(user, changed, ready))
        await notify(identity, trx, { notice, user: changed, origin });
      return changed;
    }),
  );
}

/** @throws IdentityError `user_overtaken` */
function requireSeen(user: StoredUser, { appMetadata, userMetadata }: NonNullable<UserChange["seen"]>): void {
  const isApp = isMetadataAsSeen(user.raw_app_meta_data, appMetadata ?? {});
  if (isApp && isMetadataAsSeen(user.raw_user_meta_data, userMetadata ?? {})) return;
  throw new IdentityError("user_overtaken");
}

function isLockOut({ bannedUntil }: ReadyFields): boolean {
  return bannedUntil != null && bannedUntil.getTime() > Date.now();
}

/** What somebody is told of a change that an administrator made. */
function noticesOf(before: StoredUser, after: StoredUser, { passwordHash }: ReadyFields): readonly Notice[] {
  return [
    ...(passwordHash === undefined ? [] : [{ kind: "password_changed" } as const]),
    ...(before.email === after.email ? [] : [{ kind: "email_changed", oldEmail: before.email ?? "" } as const]),
    ...(before.phone === after.phone
      ? []
      : [{ kind: "phone_changed", phone: after.phone ?? "", oldPhone: before.phone ?? "" } as const]),
  ];
}

/** @throws IdentityError `validation_failed` when there is nothing that could be confirmed */
function requireAddressToConfirm(user: StoredUser, ready: ReadyFields): void {
  for (const [field, isConfirmed, address] of [
    ["email", ready.isEmailConfirmed, ready.email ?? user.email],
    ["phone", ready.isPhoneConfirmed, ready.phone ?? user.phone],
  ] as const) {
    if (isConfirmed !== true || address) continue;
    throw new IdentityError("validation_failed", {
      message: `${field}_confirm cannot be set: the user has no ${field}. Set ${field} in the same request.`,
    });
  }
}

async function storeAddresses(trx: Kysely<IdentityTables>, user: StoredUser, ready: ReadyFields): Promise<void> {
  if (ready.email === user.email && user.email_change) await cancelEmailChange(trx, user.id);
  if (ready.phone === user.phone && user.phone_change) await cancelPhoneChange(trx, user.id);
  if (ready.email !== undefined && ready.email !== user.email) {
    const isProved = ready.isEmailConfirmed ?? (Boolean(user.email) && user.email_confirmed_at !== null);
    // Codes that were sent to the old address prove nothing about the new one.
    await dropTokens(trx, user.id);
    await applyEmail(trx, user, { email: ready.email, isProved });
  }
  if (ready.phone !== undefined && ready.phone !== user.phone) {
    const isProved = ready.isPhoneConfirmed ?? (Boolean(user.phone) && user.phone_confirmed_at !== null);
    await dropTokens(trx, user.id);
    await applyPhone(trx, (await findUser(trx, user.id)) ?? user, { phone: ready.phone, isProved });
  }
  if (ready.isEmailConfirmed === true) await confirmAddress(trx, user, "email");
  if (ready.isPhoneConfirmed === true) await confirmAddress(trx, user, "phone");
}

async function confirmAddress(trx: Kysely<IdentityTables>, { id }: StoredUser, kind: "email" | "phone"): Promise<void> {
  const verified = sql<string>`${JSON.stringify({ [`${kind}_verified`]: true })}::jsonb`;
  await trx
    .with("proven", (qc) => markProven(qc, id))
    .with("identity", (qc) =>
      qc
        .updateTable("auth.identities")
        .set({ identity_data: sql<string>`identity_data || ${verified}`, updated_at: sql`now()` })
        .where("user_id", "=", id)
        .where("provider", "=", kind)
        .returning("id"),
    )
    .updateTable("auth.users")
    .set({
      [`${kind}_confirmed_at`]: sql`coalesce(${sql.ref(`${kind}_confirmed_at`)}, now())`,
      raw_user_meta_data: sql<string>`coalesce(raw_user_meta_data, '{}') || ${verified}`,
    })
    .where("id", "=", id)
    .execute();
}

async function storeFields(trx: Kysely<IdentityTables>, { id }: StoredUser, ready: ReadyFields): Promise<void> {
  const user = await findUser(trx, id);
  if (user === undefined) return;
  const { role, audience, bannedUntil } = ready;
  const userMetadata = mergeMetadata(user.raw_user_meta_data, ready.userMetadata ?? {});
  const appMetadata = mergeMetadata(user.raw_app_meta_data, ready.appMetadata ?? {});
  requireTokenRoom([userMetadata, appMetadata], [user.raw_user_meta_data, user.raw_app_meta_data]);
  await trx
    .updateTable("auth.users")
    .set({
      role: role ?? user.role,
      aud: audience ?? user.aud,
      banned_until: bannedUntil === undefined ? user.banned_until : bannedUntil,
      raw_user_meta_data: JSON.stringify(userMetadata),
      raw_app_meta_data: JSON.stringify(appMetadata),
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

const CODE_BY_CONSTRAINT = new Map([
  [EMAIL_IS_UNIQUE, "email_exists"],
  [PHONE_IS_UNIQUE, "phone_exists"],
  ["users_pkey", "conflict"],
  [ACCOUNT_IS_UNIQUE, "identity_already_exists"],
] as const);

async function refusingDuplicates<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = [...CODE_BY_CONSTRAINT].find(([constraint]) => constraint === violatedConstraint(cause))?.[1];
    if (code === undefined) throw cause;
    throw new IdentityError(code, {
      cause,
      ...(code === "conflict" ? { message: "A user with this id exists already" } : {}),
    });
  }
}
