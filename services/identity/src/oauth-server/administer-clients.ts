import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Static } from "typebox";
import { type AuditEntry, insertAuditEntry, insertAuditEntryIf } from "../audit/audit-entry.ts";
import { changesTold } from "../audit/told-change.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
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
  const row = await db
    .with("created", (qc) =>
      qc
        .insertInto("auth.oauth_clients")
        .values({
          id,
          registration_type: registration,
          client_secret_hash: secret === undefined ? null : hashSecret(secret),
          ...columnsOf(fields),
        })
        .returningAll(),
    )
    .with("audit", (qc) =>
      insertAuditEntry(qc, { action: "oauth_client_created", actor, origin, traits: { client_id: id, registration } }),
    )
    .selectFrom("created")
    .selectAll()
    .executeTakeFirstOrThrow();
  return { client: readClient(row), secret };
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
  const before = await requireClient({ db }, id);
  const fields = fieldsOf(readClientMetadata(said, before));
  const traits = { client_id: before.id, changes: changesTold<ClientFields>(before, fields, TOLD_FIELDS) };
  const row = await db
    .with("updated", (qc) =>
      qc
        .updateTable("auth.oauth_clients")
        .set({
          ...columnsOf(fields),
          ...(fields.type === "public" ? { client_secret_hash: null } : {}),
          updated_at: sql`now()`,
        })
        .where("id", "=", before.id)
        .where("deleted_at", "is", null)
        .returningAll(),
    )
    .with("audit", () => insertAuditEntryIf("updated", { action: "oauth_client_updated", ...by, traits }))
    .selectFrom("updated")
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new IdentityError("oauth_client_not_found");
  return readClient(row);
}

/**
 * Deletes a client and ends everything it holds.
 *
 * @throws IdentityError `oauth_client_not_found`
 */
export async function deleteClient({ db }: Administration, id: string, by: ClientAuthor): Promise<void> {
  const { id: clientId } = await requireClient({ db }, id);
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .updateTable("auth.oauth_clients")
      .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", clientId)
      .where("deleted_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (deleted === undefined) throw new IdentityError("oauth_client_not_found");
    await endClient(trx, clientId);
    const entry = { action: "oauth_client_deleted", ...by, traits: { client_id: clientId } } as const;
    await insertAuditEntry(trx, entry).execute();
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
  const before = await requireClient({ db }, id);
  if (before.type === "public") {
    throw new IdentityError("validation_failed", { message: "Cannot regenerate secret for public client" });
  }
  const secret = createClientSecret();
  const row = await db
    .with("updated", (qc) =>
      qc
        .updateTable("auth.oauth_clients")
        .set({ client_secret_hash: hashSecret(secret), updated_at: sql`now()` })
        .where("id", "=", before.id)
        .where("client_type", "=", "confidential")
        .where("deleted_at", "is", null)
        .returningAll(),
    )
    .with("audit", () =>
      insertAuditEntryIf("updated", {
        action: "oauth_client_secret_regenerated",
        ...by,
        traits: { client_id: before.id },
      }),
    )
    .selectFrom("updated")
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new IdentityError("oauth_client_not_found");
  return { client: readClient(row), secret };
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

const TOLD_FIELDS = ["name", "uri", "logoUri", "redirectUris", "grantTypes", "type", "authentication"] as const;

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
