import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

const Key = Type.String({ maxLength: 16_384 });

/** Single sign-on by SAML 2.0; the identity providers themselves are rows of the store. */
export const samlSettings = declareSettings({
  "auth.saml.enabled": {
    env: "VEDETTE_SAML_ENABLED",
    field: "saml_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign in with the SAML identity provider of their company.",
  },
  "auth.saml.private_key": {
    env: "VEDETTE_SAML_PRIVATE_KEY",
    type: Key,
    default: "",
    doc: "RSA key that signs requests, base64 of PKCS #1 or PEM. Empty: one is made and sealed into the database.",
    secret: true,
  },
  "auth.saml.private_key_next": {
    env: "VEDETTE_SAML_PRIVATE_KEY_NEXT",
    type: Key,
    default: "",
    doc: "The key that will sign next: its certificate stands in the metadata already, and it opens assertions.",
    secret: true,
  },
  "auth.saml.allow_encrypted_assertions": {
    env: "VEDETTE_SAML_ALLOW_ENCRYPTED_ASSERTIONS",
    field: "saml_allow_encrypted_assertions",
    type: Type.Boolean(),
    default: false,
    doc: "Identity providers may encrypt assertions for this service; the metadata says so.",
  },
  "auth.saml.relay_state_validity_period": {
    env: "VEDETTE_SAML_RELAY_STATE_VALIDITY_PERIOD",
    type: Duration,
    default: "2m",
    doc: "How long a sign-in at the identity provider may take.",
  },
  "auth.saml.external_url": {
    env: "VEDETTE_SAML_EXTERNAL_URL",
    field: "saml_external_url",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s/?#@]+[^\\s?#]*)?$" }),
    default: "",
    doc: "Address that identity providers know this service by. Empty: auth.external_url.",
  },
});

export type SamlSettings = SettingsOf<typeof samlSettings>;
