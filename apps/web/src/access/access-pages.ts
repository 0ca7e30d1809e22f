import type { SettingField } from "../api/settings.ts";
import { texts } from "./messages.ts";

/** The pages of the identity settings, by the last part of their address. */
export type AccessPageName = keyof typeof texts.pages;

/** Settings that belong together, under one heading. */
interface SettingGroup {
  readonly page: AccessPageName;
  readonly title: string;
  /** Of the key in the file. The first group that fits takes a setting. */
  readonly keys: RegExp;
}

const { groups, hooks } = texts;

const hookGroups = Object.entries(hooks).map(([name, title]) => ({
  page: "hooks" as const,
  title,
  keys: new RegExp(`^auth\\.hook\\.${name}\\.`),
}));

/** Where each setting stands. */
const GROUPS: readonly SettingGroup[] = [
  ...hookGroups,
  { page: "providers", title: groups.providers, keys: /^auth\.external\.[a-z_]+\./ },
  { page: "templates", title: texts.pages.templates, keys: /^auth\.email\.(template|notification)\./ },
  { page: "rate-limits", title: groups.limits, keys: /^auth\.rate_limits?\./ },
  { page: "rate-limits", title: groups.frequencies, keys: /\.max_frequency$/ },
  { page: "mail", title: groups.server, keys: /^auth\.email\.smtp\./ },
  { page: "sms", title: groups.smsProvider, keys: /^auth\.sms\.provider$/ },
  { page: "sms", title: groups.twilio, keys: /^auth\.sms\.twilio\./ },
  { page: "sms", title: groups.twilioVerify, keys: /^auth\.sms\.twilio_verify\./ },
  { page: "sms", title: groups.messageBird, keys: /^auth\.sms\.messagebird\./ },
  { page: "sms", title: groups.vonage, keys: /^auth\.sms\.vonage\./ },
  { page: "sms", title: groups.textlocal, keys: /^auth\.sms\.textlocal\./ },
  { page: "sms", title: groups.messages, keys: /^auth\.sms\.(template|allowed_countries|test_otp)/ },
  { page: "sso", title: groups.saml, keys: /^auth\.saml\./ },
  { page: "sso", title: groups.directory, keys: /^auth\.scim\./ },
  { page: "programs", title: groups.oauthServer, keys: /^auth\.oauth_server\./ },
  { page: "third-party", title: groups.firebase, keys: /^auth\.third_party\.firebase\./ },
  { page: "third-party", title: groups.clerk, keys: /^auth\.third_party\.clerk\./ },
  { page: "third-party", title: groups.auth0, keys: /^auth\.third_party\.auth0\./ },
  { page: "third-party", title: groups.cognito, keys: /^auth\.third_party\.aws_cognito\./ },
  { page: "third-party", title: groups.workos, keys: /^auth\.third_party\.workos\./ },
  { page: "third-party", title: groups.issuers, keys: /^auth\.third_party\./ },
  { page: "urls", title: groups.urls, keys: /^auth\.(site_url|additional_redirect_urls|external_)/ },
  {
    page: "methods",
    title: groups.signUp,
    keys: /(signup|sign_?ups?|sign_ins|autoconfirm|double_confirm|refused_domains|hide_accounts)/,
  },
  { page: "methods", title: groups.codes, keys: /(otp_|link_confirmation)/ },
  { page: "methods", title: groups.passwords, keys: /password/ },
  { page: "methods", title: groups.factors, keys: /^auth\.mfa\./ },
  { page: "methods", title: groups.passkeys, keys: /^auth\.(passkey|webauthn)\./ },
  { page: "methods", title: groups.wallets, keys: /^auth\.web3\./ },
  { page: "methods", title: groups.sessions, keys: /(session|refresh_token|jwt)/ },
  { page: "methods", title: groups.captcha, keys: /^auth\.captcha\./ },
  { page: "methods", title: groups.other, keys: /^/ },
];

function groupOf({ key }: SettingField): SettingGroup | undefined {
  return GROUPS.find(({ keys }) => keys.test(key));
}

/** Where a setting is changed: its page, and on it the setting's own place. */
export function placeOf(field: SettingField): { readonly page: AccessPageName; readonly to: string } {
  const page = groupOf(field)?.page ?? "methods";
  const [, provider] = /^auth\.external\.([a-z_]+)\./.exec(field.key) ?? [];
  const path = provider === undefined ? `/access/${page}` : `/access/providers/${provider}`;
  return { page, to: `${path}#${field.key}` };
}

export interface ShownGroup {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

/** The settings of a page in their groups; every setting stands on exactly one page. */
export function groupsOf(page: AccessPageName, fields: readonly SettingField[]): readonly ShownGroup[] {
  return GROUPS.filter((group) => group.page === page)
    .map((group) => ({ title: group.title, fields: fields.filter((field) => groupOf(field) === group) }))
    .filter((group) => group.fields.length > 0);
}
