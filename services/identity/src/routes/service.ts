import { OPEN, type RoutePlugin } from "@vedette/http";
import { listOffered } from "../oauth/list-providers.ts";
import { PROVIDER_NAMES } from "../oauth/provider-table.ts";
import { requiredSets } from "../passwords/password-rules.ts";
import { hasOidcProviders } from "../sso/oidc-provider-store.ts";
import type { RouteOptions } from "./route-options.ts";

/** The major version tells clients what they may call. */
const VERSION = "13.0.0";

/** /health and /settings: what anybody may know of this service. */
export const serviceRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const { settings } = identity;

  app.get("/health", { config: { permission: OPEN } }, async () => ({
    version: VERSION,
    name: "Vedette",
    description: "Sign-in and identities of a watch room",
  }));

  app.get("/settings", { config: { permission: OPEN } }, async () => ({
    external: {
      ...Object.fromEntries(PROVIDER_NAMES.map((name) => [name, settings[`auth.external.${name}.enabled`]])),
      email: settings["auth.email.enable_signup"],
      anonymous_users: settings["auth.enable_anonymous_sign_ins"],
      phone: settings["auth.sms.enable_signup"],
    },
    disable_signup: settings["auth.disable_signup"],
    mailer_autoconfirm: settings["auth.email.autoconfirm"],
    phone_autoconfirm: settings["auth.sms.autoconfirm"],
    // The pages send a code off as soon as it is whole.
    mailer_otp_length: settings["auth.email.otp_length"],
    sms_otp_length: settings["auth.sms.otp_length"],
    mfa_phone_otp_length: settings["auth.mfa.phone.otp_length"],
    // They say what a new password needs before one is refused.
    password_min_length: settings["auth.minimum_password_length"],
    password_required_sets: requiredSets(settings),
    sms_provider: identity.delivery.smsProvider(),
    saml_enabled: settings["auth.saml.enabled"],
    // By whatever a company's provider speaks.
    sso_enabled: settings["auth.saml.enabled"] || (await hasOidcProviders(identity.db)),
    saml_private_key_next_configured: settings["auth.saml.private_key_next"] !== "",
    user_names_enabled: settings["auth.user_names.enabled"],
    self_delete_enabled: settings["auth.security.self_delete_enabled"],
    passkeys_enabled: settings["auth.passkey.enabled"],
    manual_linking_enabled: settings["auth.enable_manual_linking"],
    oauth_server_enabled: settings["auth.oauth_server.enabled"],
    web3: { ethereum: settings["auth.web3.ethereum.enabled"], solana: settings["auth.web3.solana.enabled"] },
    // With names for buttons, and those that administrators have added.
    providers: await listOffered(identity),
  }));
};
