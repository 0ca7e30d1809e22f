import { createHash, randomBytes } from "node:crypto";
import { isUuid } from "@vedette/database";
import { type Kysely, type Selectable, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/** A program that people can let in. */
export interface OAuthClient {
  readonly id: string;
  /** SHA-256 as base64url; absent for programs that can keep no secret. */
  readonly secretHash: string | null;
  readonly type: "public" | "confidential";
  readonly authentication: ClientAuthentication;
  readonly registration: "dynamic" | "manual";
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly name: string | null;
  readonly uri: string | null;
  readonly logoUri: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How a program proves who it is at the token endpoint. */
export const CLIENT_AUTHENTICATIONS = ["client_secret_basic", "client_secret_post", "none"] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

type ClientRow = Selectable<IdentityTables["auth.oauth_clients"]>;

export function readClient(row: ClientRow): OAuthClient {
  const authentication = CLIENT_AUTHENTICATIONS.find((known) => known === row.token_endpoint_auth_method);
  return {
    id: row.id,
    secretHash: row.client_secret_hash,
    type: row.client_type,
    // What an older release has left open is the standard's default.
    authentication: authentication ?? (row.client_type === "public" ? "none" : "client_secret_basic"),
    registration: row.registration_type,
    redirectUris: row.redirect_uris.split(","),
    grantTypes: row.grant_types.split(","),
    name: row.client_name,
    uri: row.client_uri,
    logoUri: row.logo_uri,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The client of an id; `undefined` for one that was deleted, and for what is no id. */
export async function findClient(db: Kysely<IdentityTables>, id: string): Promise<OAuthClient | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom("auth.oauth_clients")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .selectAll()
    .executeTakeFirst();
  return row && readClient(row);
}

/** One page of clients, the newest first, and how many there are. */
export async function listClients(
  db: Kysely<IdentityTables>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ clients: readonly OAuthClient[]; total: number }> {
  const all = db.selectFrom("auth.oauth_clients").where("deleted_at", "is", null);
  const rows = await all
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await all.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { clients: rows.map(readClient), total: Number(total) };
}

/** Ends everything that a client holds: sessions, requests, and what people have agreed to. */
export async function endClient(trx: Kysely<IdentityTables>, clientId: string): Promise<void> {
  await trx.deleteFrom("auth.sessions").where("oauth_client_id", "=", clientId).execute();
  await trx.deleteFrom("auth.oauth_authorizations").where("client_id", "=", clientId).execute();
  await trx
    .updateTable("auth.oauth_consents")
    .set({ revoked_at: sql`now()` })
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .execute();
}

/** A new secret: 256 random bits, with a prefix by which scanners know a leaked one. */
export function createClientSecret(): string {
  return `vd_client_${randomBytes(32).toString("base64url")}`;
}

/** @see contract of identity, 20.1: stored as base64url SHA-256 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
