import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** Whether and how the account of a provider becomes one of somebody's ways to sign in. */
export const linkingSettings = declareSettings({
  "auth.account_linking.enabled": {
    env: "VEDETTE_ACCOUNT_LINKING_ENABLED",
    field: "account_linking_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "A provider's account is linked to the user who has its verified e-mail address.",
    source: "spec 1, OAuth-flow error codes",
  },
  "auth.account_linking.disable_implicit_linking": {
    env: "VEDETTE_ACCOUNT_LINKING_DISABLE_IMPLICIT_LINKING",
    field: "account_linking_disable_implicit_linking",
    type: Type.Boolean(),
    default: false,
    doc: "Accounts are linked only by people who are signed in.",
    source: "spec 1, OAuth-flow error codes",
  },
  "auth.account_linking.trusted_providers": {
    env: "VEDETTE_ACCOUNT_LINKING_TRUSTED_PROVIDERS",
    field: "account_linking_trusted_providers",
    alike: [{ key: "account.accountLinking.trustedProviders", read: (written) => written }],
    type: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
    default: [],
    doc: "Providers whose e-mail addresses count as verified even where they do not say so.",
    source: "spec 1, OAuth-flow error codes",
  },
  "auth.account_linking.allow_different_emails": {
    env: "VEDETTE_ACCOUNT_LINKING_ALLOW_DIFFERENT_EMAILS",
    field: "account_linking_allow_different_emails",
    type: Type.Boolean(),
    default: true,
    doc: "Somebody who is signed in may link an account with another e-mail address than their own.",
    source: "spec 1, OAuth-flow error codes",
  },
  "auth.account_linking.require_existing_user": {
    env: "VEDETTE_ACCOUNT_LINKING_REQUIRE_EXISTING_USER",
    field: "account_linking_require_existing_user",
    type: Type.Boolean(),
    default: false,
    doc: "Nobody becomes a user by signing in with a provider: its verified e-mail address must be a user's already.",
    source: "spec 1, OAuth-flow error codes",
  },
});
