import { randomUUID } from "node:crypto";
import { NIL_UUID } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type AuditAction, type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { NO_TOKENS } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { uniqueEmail, uniquePhone } from "./stored-address.ts";
import { findUser, type StoredIdentity, type StoredUser } from "./stored-user.ts";

/** An address of a new user, and whether it counts as proved. */
export interface NewAddress {
  readonly address: string;
  readonly isConfirmed: boolean;
}

/** What becomes an identity as it is; its provider may be `email` or `phone`. */
export type NewAccount = Pick<ExternalIdentity, "provider" | "subject" | "claims">;

/** A user who is about to exist. Has an address or an account of a provider, unless it is anonymous. */
export interface NewUser {
  readonly id: string;
  readonly audience: string;
  readonly role: string;
  readonly email?: NewAddress | undefined;
  readonly phone?: NewAddress | undefined;
  /** Absent for somebody who chooses a password later. */
  readonly passwordHash?: string | undefined;
  /** Beyond `provider` and `providers`, which follow from the addresses. */
  readonly appMetadata?: Metadata;
  readonly userMetadata: Metadata;
  /** What the identities keep beyond the address itself. */
  readonly identityData?: Metadata;
  /** The accounts that somebody comes with: then they are the only identities, whatever addresses there are. */
  readonly accounts?: readonly NewAccount[] | undefined;
  /** Of single sign-on: such people have their own space of addresses. */
  readonly isSingleSignOn?: boolean;
  readonly isInvited?: boolean;
  readonly isAnonymous?: boolean;
  readonly bannedUntil?: Date | null;
}

export interface Creation {
  readonly user: NewUser;
  readonly action: AuditAction;
  /** Absent when people create themselves. */
  readonly actor?: AuditActor;
  readonly origin: RequestOrigin;
}

/** The constraints that refuse a second user with an address. */
export const EMAIL_IS_UNIQUE = "users_email_partial_key";
export const PHONE_IS_UNIQUE = "users_phone_key";

/** Inserts a user with an identity for each address and the audit entry, in one statement. */
export async function createUser(
  db: Kysely<IdentityTables>,
  { user, action, actor, origin }: Creation,
): Promise<StoredUser> {
  const identities = identitiesOfNew(user);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const email = user.email?.address ?? null;
  const phone = user.phone?.address ?? null;
  const isProven = hasProof(user);
  const { has_triggers: hasTriggers, ...row } = await db
    .with("created", (qc) =>
      qc
        .insertInto("auth.users")
        .values({
          ...NO_TOKENS,
          instance_id: NIL_UUID,
          id: user.id,
          aud: user.audience,
          role: user.role,
          ...uniqueAddresses(user),
          encrypted_password: user.passwordHash ?? null,
          raw_app_meta_data: JSON.stringify(
            user.isAnonymous ? {} : { ...user.appMetadata, provider: providers[0], providers },
          ),
          is_anonymous: user.isAnonymous ?? false,
          is_sso_user: user.isSingleSignOn ?? false,
          raw_user_meta_data: JSON.stringify(user.userMetadata),
          email_change: "",
          phone_change: "",
          created_at: sql`now()`,
          updated_at: sql`now()`,
          email_confirmed_at: user.email?.isConfirmed ? sql`now()` : null,
          phone_confirmed_at: user.phone?.isConfirmed ? sql`now()` : null,
          invited_at: user.isInvited ? sql`now()` : null,
          banned_until: user.bannedUntil ?? null,
        })
        .returningAll(),
    )
    .with("identities", (qc) =>
      qc
        .insertInto("auth.identities")
        .columns([
          "id",
          "provider_id",
          "provider",
          "user_id",
          "identity_data",
          "last_sign_in_at",
          "created_at",
          "updated_at",
        ])
        .expression(
          sql`select n.id::uuid, n.provider_id, n.provider, ${user.id}::uuid, n.identity_data, now(), now(), now()
            from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
              as n (id text, provider_id text, provider text, identity_data jsonb)`,
        ),
    )
    .with("proven", (qc) =>
      qc
        .insertInto("vedette.proven_users")
        .columns(["user_id"])
        .expression(sql`select ${user.id}::uuid where ${isProven}`),
    )
    .with("audit", (qc) =>
      insertAuditEntry(qc, {
        action,
        actor: actor ?? { id: user.id, email, phone },
        origin,
        traits: { provider: providers[0], user_id: user.id, user_email: email, user_phone: phone },
      }),
    )
    .selectFrom("created")
    .selectAll()
    .select(HAS_TRIGGERS.as("has_triggers"))
    .executeTakeFirstOrThrow();
  const changed = hasTriggers ? await findUser(db, user.id) : undefined;
  if (changed !== undefined) return changed;
  const at = row.created_at.toISOString();
  const times = { last_sign_in_at: at, created_at: at, updated_at: at };
  return {
    ...row,
    identities: identities.map((identity) => ({
      ...identity,
      ...times,
      user_id: user.id,
      email: lowerCaseEmail(identity),
    })),
    factors: [],
    is_proven: isProven,
  };
}

/** Whether the project has its own triggers on users: a trigger that runs after the insert can change the new row. */
const HAS_TRIGGERS = sql<boolean>`exists (select from pg_catalog.pg_trigger
  where tgrelid in ('auth.users'::regclass, 'auth.identities'::regclass) and not tgisinternal and tgenabled <> 'D')`;

/** Whether a new user has proved an identifier: an address that counts as confirmed, or an account without one. */
function hasProof({ email, phone, accounts = [] }: NewUser): boolean {
  if (email === undefined && phone === undefined) return accounts.length > 0;
  return email?.isConfirmed === true || phone?.isConfirmed === true;
}

/** Addresses of single sign-on are unique for their provider only. */
function uniqueAddresses({ id, email, phone, isSingleSignOn = false }: NewUser) {
  const stored = email && (isSingleSignOn ? email.address : uniqueEmail(email.address, id));
  return { email: stored ?? null, phone: phone ? uniquePhone(phone.address, id) : null };
}

type NewIdentity = Pick<StoredIdentity, "id" | "provider_id" | "provider" | "identity_data">;

/** What the database makes of the data, see the generated column. */
function lowerCaseEmail({ identity_data: { email } }: NewIdentity): string | null {
  return typeof email === "string" ? email.toLowerCase() : null;
}

function identitiesOfNew({ id, email, phone, accounts, identityData = {} }: NewUser): readonly NewIdentity[] {
  if (accounts !== undefined) {
    return accounts.map(({ provider, subject, claims }) => ({
      id: randomUUID(),
      provider_id: subject,
      provider,
      identity_data: claims,
    }));
  }
  const proof = { email_verified: email?.isConfirmed ?? false, phone_verified: phone?.isConfirmed ?? false };
  const identity = (provider: string, address: Metadata) => ({
    id: randomUUID(),
    provider_id: id,
    provider,
    identity_data: { ...identityData, sub: id, ...address, ...proof },
  });
  return [
    ...(email === undefined ? [] : [identity("email", { email: email.address })]),
    ...(phone === undefined ? [] : [identity("phone", { phone: phone.address })]),
  ];
}
