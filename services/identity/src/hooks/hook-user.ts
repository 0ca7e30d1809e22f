import type { HookUser, SmsHookUser } from "@vedette/client/hooks";
import type { Metadata } from "../identity-tables.ts";
import type { NewUser } from "../users/create-user.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { userAnswer } from "../users/user-answer.ts";

/**
 * A user as hooks see one: as clients do, and with a provider in any case.
 *
 * @see spec 1, User (as delivered to hooks; every field required)
 */
export function hookUser(user: StoredUser): HookUser {
  const { factors: _factors, ...answer } = userAnswer(user);
  return {
    ...answer,
    app_metadata: withProvider(user.raw_app_meta_data ?? {}),
    user_metadata: user.raw_user_meta_data ?? {},
  };
}

/**
 * A user as the SMS hook sees one: its times are always there, `null` while they have not happened.
 *
 * @see spec 1, User: "The user object given to the SMS hook also carries"
 */
export function smsHookUser(user: StoredUser): SmsHookUser {
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    ...hookUser(user),
    phone_confirmed_at: at(user.phone_confirmed_at),
    phone_change_sent_at: at(user.phone_change_sent_at),
    confirmation_sent_at: at(user.confirmation_sent_at),
    confirmed_at: at(user.confirmed_at),
  };
}

/** A user who is about to exist. */
export function hookUserOfNew(user: NewUser): HookUser {
  const now = new Date().toISOString();
  const providers = providersOf(user);
  return {
    id: user.id,
    aud: user.audience,
    role: "",
    email: user.email?.address ?? "",
    phone: user.phone?.address ?? "",
    app_metadata: withProvider({
      ...(providers[0] === undefined ? {} : { provider: providers[0], providers }),
      ...user.appMetadata,
    }),
    user_metadata: user.userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: providers.length === 0,
  };
}

function providersOf({ accounts, email, phone }: NewUser): readonly string[] {
  if (accounts !== undefined) return accounts.map(({ provider }) => provider);
  return [...(email === undefined ? [] : ["email"]), ...(phone === undefined ? [] : ["phone"])];
}

function withProvider(metadata: Metadata): HookUser["app_metadata"] {
  const { provider, providers } = metadata;
  return {
    ...metadata,
    provider: typeof provider === "string" ? provider : "",
    providers: Array.isArray(providers) ? providers.filter((name) => typeof name === "string") : [],
  };
}
