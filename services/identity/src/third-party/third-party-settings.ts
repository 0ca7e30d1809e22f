import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { Check } from "typebox/value";

const SOURCE = "spec 1, Authentication";
const Name = Type.String({ maxLength: 255, pattern: "^[A-Za-z0-9._~-]*$" });
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 });
const Claim = Type.String({ minLength: 1, maxLength: 255 });
const Address = Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s/?#@]+[^\\s?#@]*)?$" });
const Domain = Type.String({
  maxLength: 512,
  pattern: "^([A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*)?$",
});

const enabled = (provider: string) =>
  ({
    type: Type.Boolean(),
    default: false,
    doc: `Tokens that ${provider} issues are accepted beside those of this service.`,
    source: SOURCE,
  }) as const;
const domain = (example: string) =>
  ({
    type: Domain,
    default: "",
    doc: `Host, and path if there is one, of the issuer, ${example} for instance; says the same as the fields of its own.`,
    source: SOURCE,
  }) as const;
const keysAt = {
  type: Address,
  default: "",
  doc: "Where the signing keys are, where they are not read from the issuer's own address.",
} as const;
const NOBODY_IN_PARTICULAR: string[] = [];
const audience = {
  type: Names,
  default: NOBODY_IN_PARTICULAR,
  doc: "Audiences that tokens may be made for; any if empty.",
} as const;

/** An issuer without a section of its own. Without `issuer` it needs an id, and `jwks_url` or `jwks`. */
export const GenericIssuer = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" })),
    issuer: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, pattern: "^https?://[^\\s/?#@]+[^\\s?#@]*$" })),
    jwks_url: Type.Optional(Address),
    jwks: Type.Optional(
      Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 100 }) }),
    ),
    audience: Type.Optional(Names),
    role_claim: Type.Optional(Claim),
  },
  { additionalProperties: false },
);

/** Returns the issuer of a domain. A server on this machine has no certificate. */
export function originOfDomain(domain: string): string {
  return /^(localhost|127\.0\.0\.1)(?![^:/])/.test(domain) ? `http://${domain}` : `https://${domain}`;
}

/** A section of the file that names none of the providers above: `enabled`, `domain`, `issuer`, `jwks_url` or `jwks`, and what else an issuer has. */
function issuerOfSection(id: string, { enabled, domain, ...rest }: Readonly<Record<string, unknown>>): unknown {
  if (enabled === false) return undefined;
  // What is not as it must be stays in the item, and is refused with it.
  const isNamed = [domain, rest["issuer"], rest["jwks_url"], rest["jwks"]].some((value) => value !== undefined);
  const item = { id, ...rest, ...(enabled === true && isNamed ? {} : { enabled }) };
  if (domain === undefined) return item;
  const isUsable = domain !== "" && typeof domain === "string" && Check(Domain, domain) && rest["issuer"] === undefined;
  return isUsable ? { ...item, issuer: originOfDomain(domain) } : { ...item, domain };
}

/** Whose tokens are accepted beside those of this service. */
export const thirdPartySettings = declareSettings({
  "auth.third_party.firebase.enabled": {
    env: "VEDETTE_THIRD_PARTY_FIREBASE_ENABLED",
    field: "third_party_firebase_enabled",
    ...enabled("Firebase"),
  },
  "auth.third_party.firebase.project_id": {
    env: "VEDETTE_THIRD_PARTY_FIREBASE_PROJECT_ID",
    field: "third_party_firebase_project_id",
    type: Name,
    default: "",
    doc: "The project at Firebase: its tokens name it as issuer and as audience.",
  },
  "auth.third_party.firebase.domain": {
    env: "VEDETTE_THIRD_PARTY_FIREBASE_DOMAIN",
    ...domain("securetoken.google.com/my-project"),
  },
  "auth.third_party.firebase.jwks_url": { env: "VEDETTE_THIRD_PARTY_FIREBASE_JWKS_URL", ...keysAt },
  "auth.third_party.clerk.enabled": {
    env: "VEDETTE_THIRD_PARTY_CLERK_ENABLED",
    field: "third_party_clerk_enabled",
    ...enabled("Clerk"),
  },
  "auth.third_party.clerk.domain": {
    env: "VEDETTE_THIRD_PARTY_CLERK_DOMAIN",
    field: "third_party_clerk_domain",
    ...domain("clerk.example.com"),
  },
  "auth.third_party.clerk.authorized_parties": {
    env: "VEDETTE_THIRD_PARTY_CLERK_AUTHORIZED_PARTIES",
    type: Names,
    default: [],
    doc: "Origins that the azp claim may name; any if empty.",
  },
  "auth.third_party.clerk.jwks_url": { env: "VEDETTE_THIRD_PARTY_CLERK_JWKS_URL", ...keysAt },
  "auth.third_party.auth0.enabled": {
    env: "VEDETTE_THIRD_PARTY_AUTH0_ENABLED",
    field: "third_party_auth0_enabled",
    ...enabled("Auth0"),
  },
  "auth.third_party.auth0.tenant": {
    env: "VEDETTE_THIRD_PARTY_AUTH0_TENANT",
    field: "third_party_auth0_tenant",
    type: Name,
    default: "",
    doc: "The tenant at Auth0.",
  },
  "auth.third_party.auth0.tenant_region": {
    env: "VEDETTE_THIRD_PARTY_AUTH0_TENANT_REGION",
    field: "third_party_auth0_tenant_region",
    type: Name,
    default: "",
    doc: "Region of the tenant, eu for instance, where its address has one.",
  },
  "auth.third_party.auth0.domain": {
    env: "VEDETTE_THIRD_PARTY_AUTH0_DOMAIN",
    ...domain("my-tenant.eu.auth0.com"),
  },
  "auth.third_party.auth0.audience": { env: "VEDETTE_THIRD_PARTY_AUTH0_AUDIENCE", ...audience },
  "auth.third_party.auth0.role_claim": {
    env: "VEDETTE_THIRD_PARTY_AUTH0_ROLE_CLAIM",
    type: Claim,
    default: "role",
    doc: "The claim that holds the role; actions of Auth0 may have to put a namespace before it.",
  },
  "auth.third_party.auth0.jwks_url": { env: "VEDETTE_THIRD_PARTY_AUTH0_JWKS_URL", ...keysAt },
  "auth.third_party.aws_cognito.enabled": {
    env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_ENABLED",
    field: "third_party_aws_cognito_enabled",
    ...enabled("Amazon Cognito"),
  },
  "auth.third_party.aws_cognito.user_pool_id": {
    env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_USER_POOL_ID",
    field: "third_party_aws_cognito_user_pool_id",
    type: Name,
    default: "",
    doc: "The user pool, eu-west-1_AbCdEfGhI for instance.",
  },
  "auth.third_party.aws_cognito.user_pool_region": {
    env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_USER_POOL_REGION",
    field: "third_party_aws_cognito_user_pool_region",
    type: Name,
    default: "",
    doc: "Region of the user pool, eu-west-1 for instance.",
  },
  "auth.third_party.aws_cognito.domain": {
    env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_DOMAIN",
    ...domain("cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI"),
  },
  "auth.third_party.aws_cognito.audience": {
    env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_AUDIENCE",
    ...audience,
    doc: "App clients that tokens may be made for, by aud or client_id; any if empty.",
  },
  "auth.third_party.aws_cognito.jwks_url": { env: "VEDETTE_THIRD_PARTY_AWS_COGNITO_JWKS_URL", ...keysAt },
  "auth.third_party.workos.enabled": {
    env: "VEDETTE_THIRD_PARTY_WORKOS_ENABLED",
    field: "third_party_workos_enabled",
    ...enabled("WorkOS"),
  },
  "auth.third_party.workos.issuer_url": {
    env: "VEDETTE_THIRD_PARTY_WORKOS_ISSUER_URL",
    field: "third_party_workos_issuer_url",
    type: Address,
    default: "",
    doc: "The issuer, https://api.workos.com/user_management/client_… for instance.",
  },
  "auth.third_party.workos.domain": {
    env: "VEDETTE_THIRD_PARTY_WORKOS_DOMAIN",
    ...domain("api.workos.com/user_management/client_01ABC"),
  },
  "auth.third_party.workos.jwks_url": { env: "VEDETTE_THIRD_PARTY_WORKOS_JWKS_URL", ...keysAt },
  "auth.third_party.issuers": {
    env: "VEDETTE_THIRD_PARTY_ISSUERS",
    field: "third_party_issuers",
    sections: { below: "auth.third_party.", read: issuerOfSection },
    type: Type.Array(GenericIssuer, { maxItems: 100 }),
    default: [],
    doc: "Further issuers: id, issuer, jwks_url or jwks, audience, role_claim. Without issuer, tokens are recognized by their key, and id is required. In the file each can be a section of its own, auth.third_party.<id>, with enabled and domain or issuer.",
  },
  "auth.third_party.roles": {
    env: "VEDETTE_THIRD_PARTY_ROLES",
    field: "third_party_roles",
    type: Names,
    default: ["authenticated"],
    doc: "Values of the role claim that count as signed in. A token without one is nobody with any rights.",
    source: SOURCE,
  },
  "auth.third_party.allow_admin_roles": {
    env: "VEDETTE_THIRD_PARTY_ALLOW_ADMIN_ROLES",
    type: Type.Boolean(),
    default: false,
    doc: "Tokens of other issuers may carry an administrator's role (auth.jwt_admin_roles) and then administer.",
  },
});

export type ThirdPartySettings = SettingsOf<typeof thirdPartySettings>;
