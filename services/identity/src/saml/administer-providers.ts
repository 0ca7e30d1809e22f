import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { readAllowedHosts } from "@vedette/http";
import { type Kysely, sql } from "kysely";
import { changesTold, creationTold, removalTold, type ToldChange } from "../audit/told-change.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
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
} from "../sso/sso-record.ts";
import type { AttributeMapping } from "./attribute-mapping.ts";
import { fetchMetadata, readMetadata } from "./provider-metadata.ts";
import { findProvider, type SsoProvider } from "./provider-store.ts";

/** What an administrator says of a provider; what is absent stays as it is. */
export interface ProviderFields extends SsoFields {
  readonly metadataXml?: string | undefined;
  readonly metadataUrl?: string | undefined;
  readonly attributeMapping?: AttributeMapping | undefined;
  /** `null` for the format that is asked for by default. */
  readonly nameIdFormat?: string | null | undefined;
  /** Whether it may sign people in unasked; not unless said. */
  readonly mayBegin?: boolean | undefined;
}

type Administration = Pick<Identity, "db" | "allowedHosts">;

const NAME_ID_FORMATS: readonly string[] = [
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
];

/**
 * Adds an identity provider.
 *
 * @throws IdentityError `validation_failed`, `saml_metadata_fetch_failed`, `saml_idp_already_exists`,
 *   `sso_domain_already_exists`, `conflict`
 */
export async function createProvider(
  identity: Administration,
  fields: ProviderFields & NewSsoFields,
  by: ProviderAuthor,
): Promise<SsoProvider> {
  const metadata = await metadataOf(identity, fields);
  if (metadata === undefined) throw invalid("Either metadata_xml or metadata_url must be set");
  const domains = readDomains(fields.domains ?? []);
  const { id = randomUUID() } = fields;
  return change(identity, id, metadata.entityId, async (trx) => {
    const said = { ...fields, domains, entityId: metadata.entityId, metadataXml: metadata.xml };
    const changes = creationTold<{ readonly [Field in keyof SsoProvider]?: unknown }>(said, [
      "entityId",
      ...TOLD_FIELDS,
    ]);
    await insertSsoRecord(trx, { ...fields, id, domains, changes }, by);
    await trx
      .insertInto("auth.saml_providers")
      .values({
        id: randomUUID(),
        sso_provider_id: id,
        entity_id: metadata.entityId,
        metadata_xml: metadata.xml,
        metadata_url: fields.metadataUrl ?? null,
        attribute_mapping: JSON.stringify(fields.attributeMapping ?? {}),
        name_id_format: readNameIdFormat(fields.nameIdFormat) ?? null,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .execute();
    await putMayBegin(trx, id, fields);
  });
}

/**
 * Changes an identity provider. Its entity id stays what it is.
 *
 * @throws IdentityError like `createProvider`, `saml_entity_id_mismatch`, `provider_overtaken`
 */
export async function updateProvider(
  identity: Administration,
  provider: SsoProvider,
  fields: ProviderFields & SsoChange,
  by: ProviderAuthor,
): Promise<SsoProvider> {
  const metadata = await metadataOf(identity, fields);
  if (metadata !== undefined && metadata.entityId !== provider.entityId) {
    throw new IdentityError("saml_entity_id_mismatch", {
      message: `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entityId}' but got '${metadata.entityId}'`,
    });
  }
  const nameIdFormat = readNameIdFormat(fields.nameIdFormat);
  const domains = fields.domains && readDomains(fields.domains);
  return change(identity, provider.id, provider.entityId, async (trx) => {
    await lockSsoRecord(trx, { id: provider.id, seen: fields.seen });
    const before = await findProvider(trx, { id: provider.id });
    await updateSsoRecord(trx, { ...fields, id: provider.id, domains });
    await trx
      .updateTable("auth.saml_providers")
      .set({
        ...(metadata === undefined
          ? {}
          : { metadata_xml: metadata.xml, metadata_url: fields.metadataUrl ?? null, updated_at: sql`now()` }),
        ...(fields.attributeMapping === undefined
          ? {}
          : { attribute_mapping: JSON.stringify(fields.attributeMapping) }),
        ...(nameIdFormat === undefined ? {} : { name_id_format: nameIdFormat }),
        sso_provider_id: provider.id,
      })
      .where("sso_provider_id", "=", provider.id)
      .execute();
    await putMayBegin(trx, provider.id, fields);
    const changed = await findProvider(trx, { id: provider.id });
    const changes = before && changed ? changesTold(before, changed, TOLD_FIELDS) : [];
    await noteSsoUpdate(trx, { id: provider.id, changes }, by);
  });
}

/** What the audit log tells of a provider that goes. */
export function samlRemovalTold(provider: SsoProvider): ToldChange[] {
  return removalTold(provider, ["entityId", ...TOLD_FIELDS]);
}

/** What the audit log tells of a change. */
const TOLD_FIELDS: readonly (keyof SsoProvider)[] = [
  "domains",
  "isDisabled",
  "resourceId",
  "mayBegin",
  "metadataUrl",
  "metadataXml",
  "attributeMapping",
  "nameIdFormat",
];

/** Makes a change, all of it or nothing, and names what another provider has already. */
async function change(
  { db }: Administration,
  id: string,
  entityId: string,
  work: (trx: Kysely<IdentityTables>) => Promise<void>,
): Promise<SsoProvider> {
  try {
    return await refusingTakenNames(() =>
      db.transaction().execute(async (trx) => {
        await work(trx);
        const changed = await findProvider(trx, { id });
        if (changed === undefined) throw new IdentityError("sso_provider_not_found");
        return changed;
      }),
    );
  } catch (cause) {
    if (violatedConstraint(cause) !== "saml_providers_entity_id_key") throw cause;
    const message = `SAML Identity Provider with this EntityID (${entityId}) already exists`;
    throw new IdentityError("saml_idp_already_exists", { message, cause });
  }
}

async function metadataOf(
  { allowedHosts }: Administration,
  { metadataXml, metadataUrl }: ProviderFields,
): Promise<{ readonly xml: string; readonly entityId: string } | undefined> {
  if (metadataXml !== undefined && metadataUrl !== undefined) {
    throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  }
  if (metadataUrl !== undefined) requireAddress(metadataUrl, allowedHosts);
  const xml = metadataUrl === undefined ? metadataXml : await fetchMetadata(allowedHosts, metadataUrl);
  return xml === undefined ? undefined : { xml, entityId: readMetadata(xml).entityId };
}

/** Without TLS only where the operator's list has the host. */
function requireAddress(metadataUrl: string, allowedHosts: readonly string[]): void {
  const url = URL.parse(metadataUrl);
  if (url === null) throw invalid("metadata_url is not a valid URL");
  const port = Number(url.port) || 80;
  const isListed = url.protocol === "http:" && readAllowedHosts(allowedHosts).allowsHost(url.hostname, port);
  if (url.protocol !== "https:" && !isListed) throw invalid("metadata_url is not a HTTPS URL");
}

function readNameIdFormat(format: string | null | undefined): string | null | undefined {
  if (format === undefined || format === null || NAME_ID_FORMATS.includes(format)) return format;
  throw invalid(`name_id_format must be unspecified or one of ${NAME_ID_FORMATS.join(", ")}`);
}

async function putMayBegin(trx: Kysely<IdentityTables>, id: string, { mayBegin }: ProviderFields): Promise<void> {
  if (mayBegin === undefined) return;
  const row = { sso_provider_id: id };
  if (mayBegin) {
    const insertion = trx.insertInto("vedette.saml_unasked_providers").values(row);
    await insertion.onConflict((conflict) => conflict.doNothing()).execute();
  } else await trx.deleteFrom("vedette.saml_unasked_providers").where("sso_provider_id", "=", id).execute();
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
