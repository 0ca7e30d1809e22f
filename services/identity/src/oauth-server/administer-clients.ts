import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Static } from "typebox";
import { type AuditEntry, insertAuditEntry } from "../audit/audit-entry.ts";
import { changesTold, creationTold, removalTold } from "../audit/told-change.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { findSecretAuthors, forgetSecretAuthor, noteSecret, type SecretAuthor } from "../secrets/secret-author.ts";
import {
  type ClientFields,
  type ClientMetadata,
  type MetadataFault,
  readClientMetadata,
  saysNothing,
} from "./client-metadata.ts";
import { createClientSecret, endClient, findClient, hashSecret, type OAuthClient, readClient } from "./client-store.ts";

type Administration = Pick<Identity, "db">;

/** Who changes clients, and from where. */
export type ClientAuthor = Pick<AuditEntry, "actor" | "origin">;

type Metadata = Static<typeof ClientMetadata>;

/** A client with its secret, which is known in this moment only. */
export interface ClientWithSecret {
  readonly client: OAuthClient;
  /** Absent for a client that can keep none. */
  readonly secret: string | undefined;
}

/** @throws IdentityError `validation_failed` */
export async function createClient(
  identity: Administration,
  said: Metadata,
  by: ClientAuthor,
): Promise<ClientWithSecret> {
  return insertClient(identity, fieldsOf(readClientMetadata(said)), { ...by, registration: "manual" });
}

export async function insertClient(
  { db }: Administration,
  fields: ClientFields,
  { registration, actor, origin }: ClientAuthor & Pick<OAuthClient, "registration">,
): Promise<ClientWithSecret> {
  const secret = fields.type === "confidential" ? createClientSecret() : undefined;
  const id = randomUUID();
  const client_secret_hash = secret === undefined ? null : hashSecret(secret);
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("auth.oauth_clients")
      .values({ id, registration_type: registration, client_secret_hash, ...columnsOf(fields) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const client = readClient(row);
    // Of a program that has registered itself nobody has set it.
    if (secret !== undefined && registration === "manual") await noteSecret(trx, { providerId: id, secret, actor });
    const traits = { client_id: id, registration, changes: creationTold<OAuthClient>(client, TOLD_FIELDS) };
    await insertAuditEntry(trx, { action: "oauth_client_created", actor, origin, traits }).execute();
    return { client, secret };
  });
}

/** @throws IdentityError `oauth_client_not_found` */
export async function requireClient({ db }: Administration, id: string): Promise<OAuthClient> {
  const client = await findClient(db, id);
  if (client === undefined) throw new IdentityError("oauth_client_not_found");
  return client;
}

/**
 * Changes what is said of a client. One that becomes public loses its secret; one that becomes confidential needs a new
 * one from `regenerateSecret`.
 *
 * @throws IdentityError `validation_failed`, `oauth_client_not_found`
 */
export async function changeClient(
  { db }: Administration,
  id: string,
  { said, ...by }: ClientAuthor & { readonly said: Metadata },
): Promise<OAuthClient> {
  if (saysNothing(said)) throw new IdentityError("validation_failed", { message: "No fields provided for update" });
  return await db.transaction().execute(async (trx) => {
    // Somebody else may change other fields at once: those stay theirs.
    const before = await lockClient(trx, id);
    const fields = fieldsOf(readClientMetadata(said, before));
    const isPublic = fields.type === "public";
    const row = await trx
      .updateTable("auth.oauth_clients")
      .set({ ...columnsOf(fields), ...(isPublic ? { client_secret_hash: null } : {}), updated_at: sql`now()` })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isPublic) await forgetSecretAuthor(trx, before.id);
    const client = readClient(row);
    const traits = { client_id: before.id, changes: changesTold<OAuthClient>(before, client, TOLD_FIELDS) };
    await insertAuditEntry(trx, { action: "oauth_client_updated", ...by, traits }).execute();
    return client;
  });
}

/** The client as it is, for a change of which nobody makes another one at once. @throws IdentityError `oauth_client_not_found` */
async function lockClient(trx: Kysely<IdentityTables>, id: string): Promise<OAuthClient> {
  const { id: known } = await requireClient({ db: trx }, id);
  await trx.selectFrom("auth.oauth_clients").select("id").where("id", "=", known).forUpdate().execute();
  return await requireClient({ db: trx }, known);
}

/**
 * Deletes a client and ends everything it holds.
 *
 * @throws IdentityError `oauth_client_not_found`
 */
export async function deleteClient({ db }: Administration, id: string, by: ClientAuthor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockClient(trx, id);
    await trx
      .updateTable("auth.oauth_clients")
      .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", before.id)
      .execute();
    await endClient(trx, before.id);
    await forgetSecretAuthor(trx, before.id);
    const traits = { client_id: before.id, changes: removalTold<OAuthClient>(before, TOLD_FIELDS) };
    await insertAuditEntry(trx, { action: "oauth_client_deleted", ...by, traits }).execute();
  });
}

/**
 * Gives a client a new secret; the old one is worth nothing from now on.
 *
 * @throws IdentityError `oauth_client_not_found`, `validation_failed` for a client that can keep no secret
 */
export async function regenerateSecret(
  { db }: Administration,
  id: string,
  by: ClientAuthor,
): Promise<ClientWithSecret> {
  return await db.transaction().execute(async (trx) => {
    const before = await lockClient(trx, id);
    if (before.type === "public") {
      throw new IdentityError("validation_failed", { message: "Cannot regenerate secret for public client" });
    }
    const secret = createClientSecret();
    const row = await trx
      .updateTable("auth.oauth_clients")
      .set({ client_secret_hash: hashSecret(secret), updated_at: sql`now()` })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteSecret(trx, { providerId: before.id, secret, actor: by.actor });
    const client = readClient(row);
    const changes = changesTold<OAuthClient>(before, client, TOLD_FIELDS);
    const traits = { client_id: before.id, changes };
    await insertAuditEntry(trx, { action: "oauth_client_secret_regenerated", ...by, traits }).execute();
    return { client, secret };
  });
}

/** When the secrets of these clients were made and by whom, beside what else administrators see of them. */
export async function clientAnswers(
  { db }: Administration,
  clients: readonly (Omit<ClientWithSecret, "secret"> & { readonly secret?: string | undefined })[],
): Promise<(object & SecretAuthor)[]> {
  const authorOf = await findSecretAuthors(
    db,
    clients.map(({ client }) => client.id),
  );
  return clients.map((known) => ({ ...clientAnswer(known), ...authorOf(known.client.id) }));
}

/** A client in the words of RFC 7591, as administrators see it. */
export function clientAnswer({ client, secret }: { client: OAuthClient; secret?: string | undefined }): object {
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_type: client.type,
    token_endpoint_auth_method: client.authentication,
    registration_type: client.registration,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: ["code"],
    client_name: client.name ?? "",
    ...(client.uri === null ? {} : { client_uri: client.uri }),
    ...(client.logoUri === null ? {} : { logo_uri: client.logoUri }),
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
  };
}

const TOLD_FIELDS = [
  "name",
  "uri",
  "logoUri",
  "redirectUris",
  "grantTypes",
  "type",
  "authentication",
  "secretHash",
] as const;

function columnsOf(fields: ClientFields) {
  return {
    redirect_uris: fields.redirectUris.join(","),
    grant_types: fields.grantTypes.join(","),
    client_name: fields.name,
    client_uri: fields.uri,
    logo_uri: fields.logoUri,
    client_type: fields.type,
    token_endpoint_auth_method: fields.authentication,
  };
}

function fieldsOf(reading: { fields: ClientFields } | { fault: MetadataFault }): ClientFields {
  if ("fields" in reading) return reading.fields;
  throw new IdentityError("validation_failed", { message: reading.fault.description });
}
