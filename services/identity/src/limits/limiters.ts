import type { SettingsOf } from "@vedette/settings";
import type { limitSettings } from "./limit-settings.ts";

type RateSetting = keyof SettingsOf<typeof limitSettings>;

interface Limiter {
  readonly setting: RateSetting;
  /** What a bare number of the setting is counted in. */
  readonly periodSeconds: number;
  /** The setting of how many may come at once; 30 where there is none. */
  readonly burstSetting?: "auth.rate_limits.verification.requests_burst";
}

const FIVE_MINUTES = 300;
const HOUR = 3600;
const ofOAuthServer = { setting: "auth.rate_limit.oauth_server", periodSeconds: FIVE_MINUTES } as const;
const ofMails = { setting: "auth.rate_limit.sign_in_sign_ups", periodSeconds: FIVE_MINUTES } as const;

/** What is limited for each address of the network. Routes name one of these. */
export const LIMITERS = {
  verify: {
    setting: "auth.rate_limits.verification.requests_per_hour",
    periodSeconds: HOUR,
    burstSetting: "auth.rate_limits.verification.requests_burst",
  },
  token: { setting: "auth.rate_limit.token_refresh", periodSeconds: FIVE_MINUTES },
  signup: ofMails,
  recover: ofMails,
  resend: ofMails,
  magiclink: ofMails,
  otp: ofMails,
  user: ofMails,
  anonymous: { setting: "auth.rate_limit.anonymous_users", periodSeconds: HOUR },
  web3: { setting: "auth.rate_limit.web3", periodSeconds: FIVE_MINUTES },
  authorize: { setting: "auth.rate_limit.authorize", periodSeconds: FIVE_MINUTES },
  sso: { setting: "auth.rate_limit.sso", periodSeconds: FIVE_MINUTES },
  saml_assertion: { setting: "auth.saml.rate_limit_assertion", periodSeconds: FIVE_MINUTES },
  passkey: { setting: "auth.rate_limit.passkey", periodSeconds: FIVE_MINUTES },
  mfa: { setting: "auth.mfa.rate_limit_challenge_and_verify", periodSeconds: 60 },
  oauth_register: { setting: "auth.rate_limit.oauth_dynamic_client_register", periodSeconds: FIVE_MINUTES },
  oauth_authorize: ofOAuthServer,
  oauth_token: ofOAuthServer,
  oauth_revoke: ofOAuthServer,
  oauth_introspect: ofOAuthServer,
} as const satisfies Readonly<Record<string, Limiter>>;

export type LimiterName = keyof typeof LIMITERS;
