import { declareSettings, type SettingDeclaration } from "@vedette/settings";
import { Type } from "typebox";
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from "./provider-table.ts";

const Address = Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s?#@]+)?$" });
const Text = Type.String({ maxLength: 4096 });
const source = "spec 1, What the service does";

/** What can be set of every provider; `field` is the end of its name at the configuration endpoint. */
const FORMS = {
  enabled: { type: Type.Boolean(), default: false, field: "enabled", doc: "People may sign in with %.", source },
  client_id: {
    type: Text,
    default: "",
    field: "client_id",
    doc: "Client id at %; of several, separated by commas, the first is used and ID tokens for the others are accepted.",
  },
  additional_client_ids: {
    type: Text,
    default: "",
    field: "additional_client_ids",
    doc: "Further client ids at %, separated by commas, whose ID tokens are accepted.",
  },
  secret: { type: Text, default: "", field: "secret", doc: "Client secret at %.", secret: true },
  url: {
    type: Address,
    default: "",
    field: "url",
    doc: "Where % is, if not at its usual address. Addresses in the file or environment may be private ones.",
  },
  api_url: { type: Address, default: "", doc: "Where the API of % is, if not beside its sign-in page." },
  redirect_uri: {
    type: Address,
    default: "",
    doc: "Callback URL that is registered at %. Empty: the external URL with /callback.",
  },
  skip_nonce_check: {
    type: Type.Boolean(),
    default: false,
    field: "skip_nonce_check",
    doc: "ID tokens of % that an application brings need no nonce. They can then be replayed.",
  },
  email_optional: {
    type: Type.Boolean(),
    default: false,
    field: "email_optional",
    doc: "People whose account at % names no e-mail address may sign in.",
    source: "spec 1, OAuth-flow error codes",
  },
} as const;

type Form = typeof FORMS;

type ProviderSettings = {
  readonly [Key in `auth.external.${ProviderName}.${keyof Form & string}`]: Key extends `auth.external.${string}.${infer Name extends keyof Form & string}`
    ? SettingDeclaration<Form[Name]["type"]>
    : never;
};

function settingsOf(name: ProviderName) {
  return Object.entries(FORMS).map(([form, { field, doc, ...declaration }]: [string, AnyForm]) => [
    `auth.external.${name}.${form}`,
    {
      env: `VEDETTE_EXTERNAL_${name.toUpperCase()}_${form.toUpperCase()}`,
      ...(field === undefined ? {} : { field: `external_${name}_${field}` }),
      doc: doc.replace("%", PROVIDERS[name].title),
      ...declaration,
    },
  ]);
}

type AnyForm = { readonly field?: string; readonly doc: string };

/** The settings of every provider in the table. */
export const providerSettings = {
  // Proven by construction: settingsOf makes one declaration for each form of each provider.
  ...(Object.fromEntries(PROVIDER_NAMES.flatMap(settingsOf)) as ProviderSettings),
  ...declareSettings({
    "auth.external.ios_bundle_id": {
      env: "VEDETTE_EXTERNAL_IOS_BUNDLE_ID",
      type: Type.String({ maxLength: 255 }),
      default: "",
      doc: "Bundle id of your application: ID tokens that Apple made for it are accepted.",
    },
    "auth.custom_oauth.enabled": {
      env: "VEDETTE_CUSTOM_OAUTH_ENABLED",
      field: "custom_oauth_enabled",
      type: Type.Boolean(),
      default: true,
      doc: "Administrators may add providers of their own, and people may sign in with them.",
    },
    "auth.custom_oauth.max_providers": {
      env: "VEDETTE_CUSTOM_OAUTH_MAX_PROVIDERS",
      field: "custom_oauth_max_providers",
      type: Type.Integer({ minimum: 0, maximum: 1000 }),
      default: 50,
      doc: "Providers that administrators may add.",
    },
    "auth.external.allowed_id_token_issuers": {
      env: "VEDETTE_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS",
      type: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 100 }),
      default: ["https://appleid.apple.com", "https://accounts.google.com"],
      doc: "Issuers whose ID tokens an application may bring with issuer and client id instead of a provider. Deprecated.",
    },
  }),
};
