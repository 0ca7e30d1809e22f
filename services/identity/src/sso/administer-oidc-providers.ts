import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { changesTold, creationTold, removalTold, type ToldChange } from "../audit/told-change.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { examineCustomProvider, requireAllowedNames } from "../oauth/custom/examine-custom-provider.ts";
import { noteSecret } from "../secrets/secret-author.ts";
import { namesItsSubject } from "./directory-subject.ts";
import { findOidcProvider, type OidcSsoProvider, sealOidcSecret } from "./oidc-provider-store.ts";
import {
  insertSsoRecord,
  lockSsoRecord,
  type NewSsoFields,
  noteSsoUpdate,
  type ProviderAuthor,
  readDomains,
  refusingTakenNames,
  type SsoChange,
  type SsoFields,
  updateSsoRecord,
} from "./sso-record.ts";

/** What an administrator says of a provider that speaks OpenID Connect; what is absent stays as it is. */
export interface OidcFields extends SsoFields {
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  /** Never shown. */
  readonly clientSecret?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly attributeMapping?: Metadata | undefined;
}

type Administration = Pick<Identity, "db" | "settings" | "keyRing" | "providers">;

/**
 * Adds a provider. What it publishes of itself is read now, and must name the issuer.
 *
 * @throws IdentityError `validation_failed`, `sso_domain_already_exists`, `conflict`
 */
export async function createOidcProvider(
  identity: Administration,
  fields: OidcFields & NewSsoFields,
  by: ProviderAuthor,
): Promise<OidcSsoProvider> {
  const {
    id = randomUUID(),
    issuer = "",
    clientId = "",
    clientSecret = "",
    scopes = [],
    attributeMapping = {},
  } = fields;
  if (issuer === "" || clientId === "") throw invalid("oidc.issuer and oidc.client_id must be set");
  requireDirectorySubject(identity, id, attributeMapping);
  await examine(identity, issuer, attributeMapping);
  const domains = readDomains(fields.domains ?? []);
  return change(identity, id, async (trx) => {
    const said = { ...fields, issuer, clientId, clientSecret, scopes, attributeMapping, domains };
    const changes = creationTold<OidcFields>(said, ["issuer", ...NEW_FIELDS]);
    await insertSsoRecord(trx, { ...fields, id, domains, changes }, by);
    await trx
      .insertInto("vedette.oidc_sso_providers")
      .values({
        sso_provider_id: id,
        issuer,
        client_id: clientId,
        client_secret: sealOidcSecret(identity.keyRing, id, clientSecret),
        scopes: [...scopes],
        attribute_mapping: JSON.stringify(attributeMapping),
      })
      .execute();
    await noteSecret(trx, { providerId: id, secret: clientSecret, actor: by.actor });
  });
}

/**
 * Changes a provider. Its issuer stays what it is: whom another one calls by the same name is somebody else.
 *
 * @throws IdentityError `validation_failed`, `sso_domain_already_exists`, `provider_overtaken`
 */
export async function updateOidcProvider(
  identity: Administration,
  provider: OidcSsoProvider,
  fields: OidcFields & SsoChange,
  by: ProviderAuthor,
): Promise<OidcSsoProvider> {
  if (fields.issuer !== undefined && fields.issuer !== provider.issuer) {
    throw invalid(`The issuer stays ${provider.issuer}; add another provider for another issuer`);
  }
  const { id } = provider;
  const { clientId, clientSecret, scopes, attributeMapping } = fields;
  // Nothing is asked of the provider itself: it can be switched off while it is down.
  if (attributeMapping !== undefined) {
    requireAllowedNames({ attribute_mapping: attributeMapping, authorization_params: {} });
    requireDirectorySubject(identity, id, attributeMapping);
  }
  const domains = fields.domains && readDomains(fields.domains);
  return change(identity, id, async (trx) => {
    await lockSsoRecord(trx, { id, seen: fields.seen });
    const before = await findOidcProvider(trx, { id });
    await updateSsoRecord(trx, { ...fields, id, domains });
    await trx
      .updateTable("vedette.oidc_sso_providers")
      .set(({ ref }) => ({
        client_id: clientId ?? ref("client_id"),
        ...(clientSecret === undefined ? {} : { client_secret: sealOidcSecret(identity.keyRing, id, clientSecret) }),
        ...(scopes === undefined ? {} : { scopes: [...scopes] }),
        ...(attributeMapping === undefined ? {} : { attribute_mapping: JSON.stringify(attributeMapping) }),
      }))
      .where("sso_provider_id", "=", id)
      .execute();
    if (clientSecret !== undefined) await noteSecret(trx, { providerId: id, secret: clientSecret, actor: by.actor });
    const changed = await findOidcProvider(trx, { id });
    const changes = before && changed ? changesTold(before, changed, TOLD_FIELDS) : [];
    await noteSsoUpdate(trx, { id, changes }, by);
  });
}

/** What the audit log tells of a provider that goes. */
export function oidcRemovalTold(provider: OidcSsoProvider): ToldChange[] {
  return removalTold(provider, ["issuer", ...TOLD_FIELDS]);
}

/** What the audit log tells of a change. */
const TOLD_FIELDS: readonly (keyof OidcSsoProvider)[] = [
  "domains",
  "isDisabled",
  "resourceId",
  "clientId",
  "sealedSecret",
  "scopes",
  "attributeMapping",
];

/** The same of a new one, whose secret nobody has sealed yet. */
const NEW_FIELDS: readonly (keyof OidcFields)[] = [
  "domains",
  "isDisabled",
  "resourceId",
  "clientId",
  "clientSecret",
  "scopes",
  "attributeMapping",
];

/** Whoever a directory shuts out must not come in by another name. */
function requireDirectorySubject({ settings }: Administration, id: string, attributeMapping: Metadata): void {
  if (settings["auth.scim.sso_provider"] !== id || namesItsSubject(attributeMapping)) return;
  throw invalid(
    "attribute_mapping.sub must name the claim that is the user name of the directory (auth.scim.sso_provider)",
  );
}

async function examine({ providers }: Administration, issuer: string, attributeMapping: Metadata): Promise<void> {
  await examineCustomProvider(providers, {
    provider_type: "oidc",
    issuer,
    discovery_url: null,
    authorization_url: null,
    token_url: null,
    userinfo_url: null,
    jwks_uri: null,
    attribute_mapping: attributeMapping,
    authorization_params: {},
  });
}

async function change(
  { db }: Administration,
  id: string,
  work: (trx: Kysely<IdentityTables>) => Promise<void>,
): Promise<OidcSsoProvider> {
  return refusingTakenNames(() =>
    db.transaction().execute(async (trx) => {
      await work(trx);
      const changed = await findOidcProvider(trx, { id });
      if (changed === undefined) throw new IdentityError("sso_provider_not_found");
      return changed;
    }),
  );
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
