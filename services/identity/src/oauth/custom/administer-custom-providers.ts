import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type Static, Type } from "typebox";
import { requireSeen, SeenProvider } from "../../administration/seen-provider.ts";
import { type AuditEntry, insertAuditEntry } from "../../audit/audit-entry.ts";
import { changesTold, creationTold, removalTold } from "../../audit/told-change.ts";
import { IdentityError } from "../../errors.ts";
import type { Identity } from "../../identity.ts";
import type { CustomProviderRow, IdentityTables } from "../../identity-tables.ts";
import { findSecretAuthors, forgetSecretAuthor, noteSecret, type SecretAuthor } from "../../secrets/secret-author.ts";
import type { DiscoveryDocument } from "../discovery.ts";
import {
  CUSTOM,
  type CustomProvider,
  customCallbackUrl,
  findCustomProvider,
  IDENTIFIER_IS_UNIQUE,
  sealClientSecret,
  selectCustomProviders,
} from "./custom-provider-store.ts";
import { type Examined, examineCustomProvider } from "./examine-custom-provider.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Address = Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]);
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 100 });

/** What can be said of a custom provider and changed again. */
const CustomProviderChange = Type.Object({
  name: Type.Optional(Name),
  client_id: Type.Optional(Name),
  /** Never shown; what is left out or empty stays. */
  client_secret: Type.Optional(Type.String({ maxLength: 4096 })),
  acceptable_client_ids: Type.Optional(Names),
  scopes: Type.Optional(Names),
  custom_claims_allowlist: Type.Optional(Names),
  pkce_enabled: Type.Optional(Type.Boolean()),
  attribute_mapping: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  authorization_params: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2048 }))),
  enabled: Type.Optional(Type.Boolean()),
  email_optional: Type.Optional(Type.Boolean()),
  skip_nonce_check: Type.Optional(Type.Boolean()),
  issuer: Type.Optional(Address),
  discovery_url: Type.Optional(Address),
  authorization_url: Type.Optional(Address),
  token_url: Type.Optional(Address),
  userinfo_url: Type.Optional(Address),
  jwks_uri: Type.Optional(Address),
});

/** A change, and what was read of the provider before: it must still hold. Without that the last of two changes stands. */
export const ChangedCustomProvider = Type.Intersect([CustomProviderChange, Type.Object({ seen: SeenProvider })]);

export const NewCustomProvider = Type.Intersect([
  Type.Object({
    provider_type: Type.Union([Type.Literal("oauth2"), Type.Literal("oidc")]),
    identifier: Type.String({ pattern: "^custom:[a-z0-9][a-z0-9:-]{0,62}$" }),
    name: Name,
    client_id: Name,
  }),
  CustomProviderChange,
]);

type Change = Static<typeof CustomProviderChange>;
type SeenChange = Static<typeof ChangedCustomProvider>;
type Creation = Static<typeof NewCustomProvider>;
/** Who changes providers, and from where. */
export type ProviderAuthor = Pick<AuditEntry, "actor" | "origin">;
type AdministeringIdentity = Pick<Identity, "db" | "settings" | "keyRing" | "providers" | "addresses">;

/** A custom provider as administrators see it: without its secret. */
export type CustomProviderAnswer = Omit<CustomProviderRow, "client_secret" | "cached_discovery"> & {
  readonly discovery_document: unknown;
  /** To be registered at the provider. */
  readonly callback_url: string;
} & SecretAuthor;

function answerOf(
  identity: Pick<Identity, "addresses">,
  row: CustomProvider,
  author: SecretAuthor,
): CustomProviderAnswer {
  const { client_secret: _secret, cached_discovery: discovery_document, shares_callback: _shares, ...shown } = row;
  return { ...shown, ...author, discovery_document, callback_url: customCallbackUrl(identity, row) };
}

/** @param db - or the transaction that has just changed it */
export async function customProviderAnswer(
  identity: Pick<Identity, "addresses">,
  db: Kysely<IdentityTables>,
  row: CustomProvider,
): Promise<CustomProviderAnswer> {
  return answerOf(identity, row, (await findSecretAuthors(db, [row.id]))(row.id));
}

export async function listCustomProviders(
  identity: AdministeringIdentity,
  type: "oauth2" | "oidc" | undefined,
): Promise<readonly CustomProviderAnswer[]> {
  let query = selectCustomProviders(identity.db).orderBy("p.identifier");
  if (type !== undefined) query = query.where("p.provider_type", "=", type);
  const rows = await query.execute();
  const authorOf = await findSecretAuthors(
    identity.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => answerOf(identity, row, authorOf(row.id)));
}

/** @throws IdentityError `custom_provider_not_found` */
export async function requireCustomProvider(
  { db }: AdministeringIdentity,
  identifier: string,
): Promise<CustomProvider> {
  const row = identifier.startsWith(CUSTOM) ? await findCustomProvider(db, identifier) : undefined;
  if (row === undefined) throw new IdentityError("custom_provider_not_found");
  return row;
}

/**
 * Adds a provider. What an OpenID provider publishes of itself is read now, and must name the issuer.
 *
 * @throws IdentityError `validation_failed`, `over_custom_provider_quota`, `conflict` for a name that is taken
 */
export async function createCustomProvider(
  identity: AdministeringIdentity,
  creation: Creation,
  by: ProviderAuthor,
): Promise<CustomProviderAnswer> {
  const { db, settings, keyRing } = identity;
  const { provider_type, identifier, name, client_id } = creation;
  const { client_secret, ...fields } = knownFields(creation);
  const id = randomUUID();
  const { total } = await db
    .selectFrom("auth.custom_oauth_providers")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (Number(total) >= settings["auth.custom_oauth.max_providers"])
    throw new IdentityError("over_custom_provider_quota");
  const row = {
    ...EMPTY,
    ...fields,
    id,
    provider_type,
    identifier,
    name,
    client_id,
    client_secret: sealClientSecret(keyRing, id, client_secret ?? ""),
  };
  const document = await examineCustomProvider(identity.providers, row);
  try {
    return await db.transaction().execute(async (trx) => {
      const created = await trx
        .insertInto("auth.custom_oauth_providers")
        .values({ ...row, ...asJson(row), ...cached(document) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await insertAuditEntry(trx, {
        ...by,
        action: "oauth_provider_created",
        traits: {
          provider: identifier,
          changes: creationTold<Pick<CustomProviderRow, keyof Change>>(created, CHANGEABLE),
        },
      }).execute();
      if (client_secret) await noteSecret(trx, { providerId: id, secret: client_secret, actor: by.actor });
      return customProviderAnswer(identity, trx, { ...created, shares_callback: false });
    });
  } catch (cause) {
    if (violatedConstraint(cause) !== IDENTIFIER_IS_UNIQUE) throw cause;
    throw new IdentityError("conflict", { message: `There is a provider ${identifier} already.`, cause });
  }
}

/** @throws IdentityError `custom_provider_not_found`, `validation_failed`, `provider_overtaken` */
export async function changeCustomProvider(
  identity: AdministeringIdentity,
  identifier: string,
  change: SeenChange,
  by: ProviderAuthor,
): Promise<CustomProviderAnswer> {
  const { client_secret, ...named } = knownFields(change);
  const found = await requireCustomProvider(identity, identifier);
  const { id } = found;
  const after = { ...found, ...named };
  const document = await examineCustomProvider(identity.providers, after);
  return identity.db.transaction().execute(async (trx) => {
    // Somebody else may have changed other fields meanwhile: those stay theirs.
    const before = await selectCustomProviders(trx).where("p.id", "=", id).forUpdate("p").executeTakeFirst();
    if (before === undefined) throw new IdentityError("custom_provider_not_found");
    requireSeen(change.seen, before.updated_at);
    const changed = await trx
      .updateTable("auth.custom_oauth_providers")
      .set({
        ...Object.fromEntries(Object.entries({ ...after, ...asJson(after) }).filter(([name]) => name in named)),
        ...cached(document),
        ...(client_secret ? { client_secret: sealClientSecret(identity.keyRing, id, client_secret) } : {}),
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const fields = [...Object.keys(named), ...(client_secret ? ["client_secret"] : [])];
    const changes = changesTold<Pick<CustomProviderRow, keyof Change>>(before, changed, CHANGEABLE);
    await insertAuditEntry(trx, {
      ...by,
      action: "oauth_provider_updated",
      traits: { provider: identifier, fields, changes },
    }).execute();
    if (client_secret) await noteSecret(trx, { providerId: id, secret: client_secret, actor: by.actor });
    return customProviderAnswer(identity, trx, { ...changed, shares_callback: before.shares_callback });
  });
}

/** @throws IdentityError `custom_provider_not_found` */
export async function deleteCustomProvider(
  { db }: AdministeringIdentity,
  identifier: string,
  by: ProviderAuthor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("auth.custom_oauth_providers")
      .where("identifier", "=", identifier)
      .returningAll()
      .executeTakeFirst();
    if (deleted === undefined) throw new IdentityError("custom_provider_not_found");
    await forgetSecretAuthor(trx, deleted.id);
    await insertAuditEntry(trx, {
      ...by,
      action: "oauth_provider_deleted",
      traits: {
        provider: identifier,
        changes: removalTold<Pick<CustomProviderRow, keyof Change>>(deleted, CHANGEABLE),
      },
    }).execute();
  });
}

const CHANGEABLE = Object.keys(CustomProviderChange.properties) as readonly (keyof Change)[];

/** What else a body holds is nobody's column. */
function knownFields(body: Change): Change {
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => Object.hasOwn(CustomProviderChange.properties, field)),
  );
}

const EMPTY: Omit<Examined, "provider_type"> &
  Required<Omit<Change, keyof Examined | "name" | "client_id" | "client_secret">> = {
  acceptable_client_ids: [],
  scopes: [],
  custom_claims_allowlist: [],
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: {},
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  issuer: null,
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
};

function asJson({ attribute_mapping, authorization_params }: Examined) {
  return {
    attribute_mapping: JSON.stringify(attribute_mapping),
    authorization_params: JSON.stringify(authorization_params),
  };
}

function cached(document: DiscoveryDocument | undefined) {
  return {
    cached_discovery: document === undefined ? null : JSON.stringify(document),
    discovery_cached_at: document === undefined ? null : new Date(),
  };
}
