import { randomUUID } from "node:crypto";
import { NIL_UUID, repeatable, violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { deleteUser } from "../administration/delete-user.ts";
import { type AuditAction, type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { ACCOUNT_IS_UNIQUE } from "../identities/put-external-identity.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { directorySubject, namesItsSubject } from "../sso/directory-subject.ts";
import { findOidcProvider } from "../sso/oidc-provider-store.ts";
import { applyEmail } from "../users/change-email.ts";
import { createUser, EMAIL_IS_UNIQUE, type NewUser } from "../users/create-user.ts";
import { mergeMetadata } from "../users/metadata.ts";
import { findUser, lockUser, type StoredUser } from "../users/stored-user.ts";
import { findPerson, putPerson, SCIM_UNIQUE } from "./people.ts";
import { ScimError } from "./scim-error.ts";
import { metadataOf, type ScimPerson, type StoredPerson } from "./scim-person.ts";

type DirectoryIdentity = Pick<Identity, "db" | "settings" | "team">;

/** Who acts, in the audit log. */
export const DIRECTORY: AuditActor = { id: NIL_UUID, email: "scim" };

/** A user who may not sign in because the directory says so; a ban by an administrator ends otherwise. */
const INACTIVE_UNTIL = sql<Date>`'9999-12-31T00:00:00Z'::timestamptz`;

/**
 * Takes somebody in whom the directory names.
 *
 * @throws ScimError `uniqueness` when there is such a person already, or another user has the address; 403 where their
 *   provider of single sign-on would know them by another name
 */
export async function createPerson(
  { db, settings, team }: DirectoryIdentity,
  person: ScimPerson,
  origin: RequestOrigin,
): Promise<StoredPerson> {
  return refusingTaken(() =>
    repeatable(() =>
      db.transaction().execute(async (trx) => {
        await requireKnownSubjects(trx, settings);
        const known = await findSignedInBefore(trx, settings, person);
        if (known !== undefined) await record(trx, { action: "user_modified", user: known, origin });
        const creation = {
          user: newUser(settings, person),
          action: "user_signedup",
          actor: DIRECTORY,
          origin,
        } as const;
        const user = known ?? (await createUser(trx, creation));
        await putPerson(trx, user.id, person);
        await storePerson(trx, user, person, { settings, team });
        return requirePerson(trx, user.id);
      }),
    ),
  );
}

/** The name under which the provider of single sign-on knows somebody: their user name, as it will say it. */
function subjectOf({ userName }: ScimPerson): string {
  return directorySubject(userName);
}

/** @throws ScimError where people would come in by a name that the directory does not know, and never go out by it */
async function requireKnownSubjects(trx: Kysely<IdentityTables>, settings: Identity["settings"]): Promise<void> {
  const id = settings["auth.scim.sso_provider"];
  const provider = id === "" ? undefined : await findOidcProvider(trx, { id });
  if (provider === undefined || namesItsSubject(provider.attributeMapping)) return;
  throw new ScimError(
    403,
    "The single sign-on provider of the directory does not say which claim is the user name: set its attribute_mapping.sub",
  );
}

function providerOf(settings: Identity["settings"]): string | undefined {
  const id = settings["auth.scim.sso_provider"];
  return id === "" ? undefined : `sso:${id}`;
}

/** Whoever came by single sign-on before the directory was set up is the same person: the company vouches for both. */
async function findSignedInBefore(
  trx: Kysely<IdentityTables>,
  settings: Identity["settings"],
  person: ScimPerson,
): Promise<StoredUser | undefined> {
  const provider = providerOf(settings);
  if (provider === undefined) return undefined;
  const known = await trx
    .selectFrom("auth.identities")
    .where("provider", "=", provider)
    .where("provider_id", "=", subjectOf(person))
    .select("user_id")
    .executeTakeFirst();
  return known && lockUser(trx, known.user_id);
}

function newUser(settings: Identity["settings"], person: ScimPerson): NewUser {
  const { email } = person;
  const provider = providerOf(settings);
  const names = mergeMetadata({}, metadataOf(person.attributes));
  const common = {
    id: randomUUID(),
    audience: settings["auth.jwt_audience"],
    role: settings["auth.jwt_default_role"],
    email: { address: email, isConfirmed: true },
    userMetadata: { ...names, email, email_verified: true },
  };
  if (provider === undefined) return { ...common, identityData: names };
  const subject = subjectOf(person);
  const claims = { ...names, sub: subject, email, email_verified: true };
  return { ...common, accounts: [{ provider, subject, claims }], isSingleSignOn: true };
}

/**
 * Makes somebody what the directory says now. Whoever is not active any more is out at once.
 *
 * @returns `undefined` when the directory has nobody of this id
 * @throws ScimError `uniqueness`
 */
export async function changePerson(
  { db, settings, team }: DirectoryIdentity,
  { id, change, origin }: { id: string; change: (person: StoredPerson) => ScimPerson; origin: RequestOrigin },
): Promise<StoredPerson | undefined> {
  return refusingTaken(() =>
    repeatable(() =>
      db.transaction().execute(async (trx) => {
        const found = await findPerson(trx, id);
        const user = found && (await lockUser(trx, found.userId));
        // Read again under the lock: another change may just have been made.
        const before = user && (await findPerson(trx, user.id));
        if (user === undefined || before === undefined) return undefined;
        const person = change(before);
        await putPerson(trx, user.id, person);
        await storePerson(trx, user, person, { settings, team });
        await record(trx, { action: "user_modified", user, origin });
        return requirePerson(trx, user.id);
      }),
    ),
  );
}

async function storePerson(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  person: ScimPerson,
  { settings, team }: Pick<Identity, "settings" | "team">,
): Promise<void> {
  if (!person.isActive && (await team.isLastAdministrator(trx, user.id))) throw new IdentityError("last_administrator");
  if (user.email !== person.email) await storeEmail(trx, user, person);
  const provider = providerOf(settings);
  if (provider !== undefined) await storeSubject(trx, { user, provider, subject: subjectOf(person) });
  const { raw_user_meta_data: metadata } = (await findUser(trx, user.id)) ?? user;
  await trx
    .updateTable("auth.users")
    .set({
      raw_user_meta_data: JSON.stringify(mergeMetadata(metadata, metadataOf(person.attributes))),
      banned_until: person.isActive
        ? sql<Date | null>`nullif(banned_until, ${INACTIVE_UNTIL})`
        : sql<Date>`${INACTIVE_UNTIL}`,
      updated_at: sql`now()`,
    })
    .where("id", "=", user.id)
    .execute();
  if (person.isActive) return;
  await dropTokens(trx, user.id);
  await trx.deleteFrom("auth.sessions").where("user_id", "=", user.id).execute();
}

async function storeEmail(trx: Kysely<IdentityTables>, user: StoredUser, { email }: ScimPerson): Promise<void> {
  // Codes that were sent to the old address prove nothing about the new one.
  await dropTokens(trx, user.id);
  if (!user.is_sso_user) {
    await applyEmail(trx, user, { email, isProved: true });
    return;
  }
  const proof = JSON.stringify({ email, email_verified: true });
  await trx
    .with("identity", (qc) =>
      qc
        .updateTable("auth.identities")
        .set({ identity_data: sql<string>`identity_data || ${proof}::jsonb`, updated_at: sql`now()` })
        .where("user_id", "=", user.id)
        .returning("id"),
    )
    .updateTable("auth.users")
    .set({ email, raw_user_meta_data: sql<string>`coalesce(raw_user_meta_data, '{}') || ${proof}::jsonb` })
    .where("id", "=", user.id)
    .execute();
}

async function storeSubject(
  trx: Kysely<IdentityTables>,
  { user, provider, subject }: { user: StoredUser; provider: string; subject: string },
): Promise<void> {
  await trx
    .updateTable("auth.identities")
    .set({ provider_id: subject })
    .where("user_id", "=", user.id)
    .where("provider", "=", provider)
    .where("provider_id", "!=", subject)
    .execute();
}

/**
 * Removes somebody of the directory with everything they have.
 *
 * @returns whether there was such a person
 */
export async function removePerson(
  { db, team }: DirectoryIdentity,
  { id, origin }: { id: string; origin: RequestOrigin },
): Promise<boolean> {
  const person = await findPerson(db, id);
  if (person === undefined) return false;
  try {
    await deleteUser({ db, team }, { id: person.userId, how: "wholly", actor: DIRECTORY, origin });
    return true;
  } catch (error) {
    if (error instanceof IdentityError && error.code === "user_not_found") return false;
    throw error;
  }
}

async function record(
  trx: Kysely<IdentityTables>,
  { action, user, origin }: { action: AuditAction; user: StoredUser; origin: RequestOrigin },
): Promise<void> {
  const traits = { user_id: user.id, user_email: user.email };
  await insertAuditEntry(trx, { action, actor: DIRECTORY, origin, traits }).execute();
}

async function requirePerson(trx: Kysely<IdentityTables>, id: string): Promise<StoredPerson> {
  const person = await findPerson(trx, id);
  if (person === undefined) throw new ScimError(404, "There is no such user any more");
  return person;
}

async function refusingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const constraint = violatedConstraint(cause) ?? "";
    const isEmail = constraint === EMAIL_IS_UNIQUE || (cause instanceof IdentityError && cause.code === "email_exists");
    if (!isEmail && constraint !== ACCOUNT_IS_UNIQUE && !SCIM_UNIQUE.has(constraint)) throw cause;
    const message = isEmail ? "Another user has this address" : "There is a user of this userName or externalId";
    throw new ScimError(409, message, { scimType: "uniqueness", cause });
  }
}
