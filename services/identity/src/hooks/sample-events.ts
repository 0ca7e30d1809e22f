import { randomUUID } from "node:crypto";
import type { HookUser } from "@vedette/client/hooks";
import type { Identity } from "../identity.ts";
import type { HookInput, HookKey } from "./hook-names.ts";

/** Whom a trial is about. */
export interface TrialPerson {
  readonly email: string;
  /** Digits only. */
  readonly phone: string;
}

type Sampling = Pick<Identity, "settings" | "addresses">;

/** What each hook is asked in a trial. Nobody of it exists, its codes open nothing, and the user's metadata say so. */
const SAMPLES: { readonly [Key in HookKey]: (identity: Sampling, person: TrialPerson) => HookInput<Key> } = {
  before_user_created: (identity, person) => ({ user: { ...sampleUser(identity, person), role: "" } }),
  after_user_created: (identity, person) => ({ user: sampleUser(identity, person) }),
  user_event: () => {
    const id = randomUUID();
    return { type: "user_modified", user_id: id, actor_id: id, traits: { is_trial: true } };
  },
  password_verification_attempt: () => ({ user_id: randomUUID(), valid: false }),
  mfa_verification_attempt: () => ({
    user_id: randomUUID(),
    factor_id: randomUUID(),
    factor_type: "totp",
    valid: false,
  }),
  send_email: (identity, person) => ({
    user: sampleUser(identity, person),
    email_data: {
      token: "123456",
      token_hash: "sample-of-a-token-hash00",
      redirect_to: identity.addresses.siteUrl,
      email_action_type: "signup",
      site_url: identity.addresses.externalUrl,
      token_new: "",
      token_hash_new: "",
      old_email: "",
      old_phone: "",
      provider: "",
      factor_type: "",
    },
  }),
  send_sms: (identity, person) => ({
    user: {
      ...sampleUser(identity, person),
      phone_confirmed_at: null,
      phone_change_sent_at: null,
      confirmation_sent_at: null,
      confirmed_at: null,
    },
    sms: { otp: "123456", phone: person.phone },
  }),
  custom_access_token: ({ settings, addresses }, person) => {
    const iat = Math.floor(Date.now() / 1000);
    const id = randomUUID();
    return {
      user_id: id,
      claims: {
        iss: addresses.issuer,
        sub: id,
        aud: settings["auth.jwt_audience"],
        iat,
        exp: iat + settings["auth.jwt_expiry"],
        email: person.email,
        phone: person.phone,
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: TRIAL,
        role: settings["auth.jwt_default_role"],
        aal: "aal1",
        amr: [{ method: "password", timestamp: iat }],
        session_id: randomUUID(),
        is_anonymous: false,
      },
      authentication_method: "password",
    };
  },
};

const TRIAL = { name: "Ada Lovelace", is_trial: true } as const;

/** The event of a trial, without its metadata. */
export function sampleEvent<Key extends HookKey>(identity: Sampling, key: Key, person: TrialPerson): HookInput<Key> {
  return SAMPLES[key](identity, person);
}

function sampleUser({ settings }: Sampling, { email, phone }: TrialPerson): HookUser {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: settings["auth.jwt_audience"],
    role: settings["auth.jwt_default_role"],
    email,
    phone,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: TRIAL,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
