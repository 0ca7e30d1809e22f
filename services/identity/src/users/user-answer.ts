import type { StoredFactor, StoredIdentity, StoredUser } from "./stored-user.ts";

/** A user as clients and hooks see it. Empty text stands for an absent address; absent times are left out. */
export interface UserAnswer {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string;
  readonly phone: string;
  readonly app_metadata: unknown;
  readonly user_metadata: unknown;
  readonly identities: readonly IdentityAnswer[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly is_anonymous: boolean;
  readonly [optional: string]: unknown;
}

interface IdentityAnswer {
  /** The row. */
  readonly identity_id: string;
  /** The provider's name for the person. */
  readonly id: string;
  readonly user_id: string;
  readonly identity_data: unknown;
  readonly provider: string;
  readonly last_sign_in_at?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email?: string;
}

/** Times of a user in the order of the wire; each is left out while it has not happened. */
const OPTIONAL_TIMES = [
  "email_confirmed_at",
  "phone_confirmed_at",
  "confirmed_at",
  "invited_at",
  "confirmation_sent_at",
  "recovery_sent_at",
  "email_change_sent_at",
  "phone_change_sent_at",
  "reauthentication_sent_at",
  "last_sign_in_at",
  "banned_until",
  "deleted_at",
] as const satisfies readonly (keyof StoredUser)[];

export function userAnswer(user: StoredUser): UserAnswer {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    phone: user.phone ?? "",
    ...timesOf(user),
    ...(user.email_change ? { new_email: user.email_change, ...confirmedHalfOf(user) } : {}),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(identityAnswer),
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorAnswer) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

/** Of a change that both addresses confirm: which has done so, while the other has not. */
function confirmedHalfOf(user: StoredUser): { email_change_confirmed?: "current" | "new" } {
  if (user.email_change_confirm_status !== 1) return {};
  return { email_change_confirmed: user.email_change_token_new ? "current" : "new" };
}

function timesOf(user: StoredUser): Record<string, string> {
  const times: Record<string, string> = {};
  for (const name of OPTIONAL_TIMES) {
    const time = user[name];
    if (time !== null) times[name] = time.toISOString();
  }
  return times;
}

function identityAnswer(identity: StoredIdentity): IdentityAnswer {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at === null ? {} : { last_sign_in_at: utc(identity.last_sign_in_at) }),
    created_at: utc(identity.created_at),
    updated_at: utc(identity.updated_at),
    ...(identity.email === null ? {} : { email: identity.email }),
  };
}

export function factorAnswer(factor: StoredFactor): object {
  return {
    id: factor.id,
    created_at: utc(factor.created_at),
    updated_at: utc(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
    ...(factor.last_challenged_at === null ? {} : { last_challenged_at: utc(factor.last_challenged_at) }),
    ...(factor.web_authn_aaguid === null ? {} : { web_authn_aaguid: factor.web_authn_aaguid }),
  };
}

/** Times inside JSON columns come in the zone of the database session. */
function utc(time: string): string {
  return new Date(time).toISOString();
}
