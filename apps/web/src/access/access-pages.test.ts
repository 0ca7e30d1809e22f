import { expect, it } from "vitest";
import { settingName } from "../api/setting-name.ts";
import type { SettingField } from "../api/settings.ts";
import { groupsOf } from "./access-pages.ts";
import { texts } from "./messages.ts";
import { kindOf, readTyped, textOf } from "./setting-value.ts";

const aField = (key: string, rest: Partial<SettingField> = {}): SettingField => ({
  field: key,
  key,
  env: "VEDETTE_X",
  label: "It",
  doc: "It matters.",
  type: { type: "string" },
  default: "",
  value: "",
  is_secret: false,
  is_set: false,
  source: "default",
  set_at: null,
  set_by: null,
  ...rest,
});

/** The page and group in which a setting stands. */
function placesOf(key: string): string[] {
  return Object.keys(texts.pages).flatMap((page) =>
    groupsOf(page as keyof typeof texts.pages, [aField(key)]).map(({ title }) => `${page}: ${title}`),
  );
}

it.each([
  ["auth.hook.send_sms.uri", "hooks: Sending text messages"],
  ["auth.email.template.recovery.subject", "templates: Mail templates"],
  ["auth.email.smtp.host", "mail: Mail server"],
  ["auth.rate_limit.token_refresh", "rate-limits: Limits"],
  ["auth.email.max_frequency", "rate-limits: Time between two messages"],
  ["auth.sms.twilio_verify.auth_token", "sms: Twilio Verify"],
  ["auth.site_url", "urls: Addresses"],
  ["auth.saml.enabled", "sso: SAML 2.0"],
  ["auth.scim.token", "sso: Directory (SCIM)"],
  ["auth.oauth_server.authorization_path", "programs: OAuth and OpenID Connect server"],
  ["auth.web3.solana.enabled", "methods: Wallets"],
  ["auth.third_party.auth0.tenant", "third-party: Auth0"],
  ["auth.third_party.issuers", "third-party: All issuers"],
  ["auth.sms.otp_length", "methods: Codes and links"],
  ["auth.external.github.client_id", "providers: Providers"],
  ["auth.external.flow_state_expiry_duration", "methods: More"],
  ["auth.something.of.tomorrow", "methods: More"],
])("the setting %s stands once, under %s", (key, place) => {
  expect(placesOf(key)).toEqual([place]);
});

it("a setting is edited as what it is, and what was typed is what the server takes", () => {
  const list = aField("auth.additional_redirect_urls", { type: { type: "array" }, value: ["https://a", "https://b"] });
  const choice = aField("auth.captcha.provider", { type: { anyOf: [{ const: "hcaptcha" }, { const: "turnstile" }] } });
  const number = aField("auth.jwt_expiry", { type: { type: "integer" } });

  expect([kindOf(list), textOf(list.value), readTyped(list, " https://c \n\n")]).toEqual([
    "lines",
    "https://a\nhttps://b",
    ["https://c"],
  ]);
  expect(kindOf(choice)).toBe("choice");
  expect([kindOf(number), readTyped(number, "60"), readTyped(number, "")]).toEqual(["number", 60, null]);
  expect(() => readTyped(aField("x", { type: { type: "object" } }), "{")).toThrow(SyntaxError);
  const issuers = aField("auth.third_party.issuers", { type: { type: "array", items: { type: "object" } } });
  expect([kindOf(issuers), textOf([{ a: 1 }]), readTyped(issuers, ""), readTyped(issuers, '[{"a":1}]')]).toEqual([
    "json",
    '[\n  {\n    "a": 1\n  }\n]',
    [],
    [{ a: 1 }],
  ]);
});

it("a setting is called by the end of its key, or by words that people know", () => {
  expect(settingName("auth.webauthn.rp_id")).toBe("Domain of passkeys");
  expect(settingName("auth.hook.send_sms.uri")).toBe("URI");
  expect(settingName("auth.scim.token")).toBe("SCIM token");
  expect(settingName("auth.minimum_password_length")).toBe("Minimum password length");
});
