import { randomBytes } from "node:crypto";
import type { Database } from "@vedette/database";
import { type AllowedOrigins, readAllowedHosts } from "@vedette/http";
import type { Identity } from "@vedette/identity";
import type { Registry } from "@vedette/worker-metrics";
import type { FastifyBaseLogger } from "fastify";
import { holdsAll } from "./access/grants.ts";
import { permissionsOfUser } from "./access/identified-caller.ts";
import { forgetPerson, isLastAdministrator, isTeamMember } from "./access/memberships.ts";
import { authorityWith } from "./access/permissions.ts";
import { readSourceAccess } from "./datasources/source-access.ts";
import type { JsonObject } from "./kinds/kind.ts";
import type { Store } from "./objects/store.ts";
import type { ResourceDatabase } from "./resource-tables.ts";
import type { Build, Instance, Resources } from "./resources.ts";
import { firstObjects, plantSeeds } from "./seeds/seed.ts";
import type { ResourceSettings } from "./settings.ts";
import { openAccessWatch } from "./watch/access-watch.ts";
import { openChangeFeed } from "./watch/feed.ts";
import { createWorkQueues } from "./work-queues.ts";

export interface ResourcesOptions {
  /** Migrated with `resourceMigrations`. */
  readonly db: Database;
  readonly identity: Identity;
  readonly settings: ResourceSettings;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  /** The setting `security.outbound.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  /** Why a selector of series cannot be read; `undefined` when it can. */
  readonly selectorFault: (selector: string) => string | undefined;
  /** Whose pages may call with a bearer token. */
  readonly allowedOrigins: AllowedOrigins;
  readonly build: Build;
  readonly instance: Instance;
  /** Told of outages that mend themselves. Default: nobody. */
  readonly log?: Pick<FastifyBaseLogger, "warn">;
  /** The document of the built-in dashboard; `deliveryWorkersDashboard()`. */
  readonly deliveryWorkers: JsonObject;
  /** Gets the metrics of the service. Default: none. */
  readonly registry?: Registry;
}

const TOKEN_KEY_BYTES = 32;

/**
 * Opens the service. The first time ever it also stores what a new installation begins with.
 *
 * @throws SettingsError for credentials of data sources that are not written as they must be
 */
export async function openResources(options: ResourcesOptions): Promise<Resources> {
  const {
    db: database,
    identity,
    settings,
    publicUrl,
    allowedHosts,
    selectorFault,
    allowedOrigins,
    build,
    instance,
    log,
    deliveryWorkers,
    registry,
  } = options;
  const sourceAccess = readSourceAccess(settings["resources.data_source_access"]);
  const db = database.as<ResourceDatabase>();
  identity.team.recognise({
    hasAddress: isTeamMember,
    forget: forgetPerson,
    isLastAdministrator,
    authorityOf: async (userId) => authorityWith(await permissionsOfUser({ db, settings, identity }, userId)),
    holdsAllOf: async (holderId, userId) => {
      const [held, wanted] = await Promise.all(
        [holderId, userId].map((id) => permissionsOfUser({ db, settings, identity }, id)),
      );
      return holdsAll(held ?? [], wanted ?? []);
    },
  });
  await plantSeeds(db, firstObjects(deliveryWorkers, `${publicUrl}/prometheus`), new Date());
  return {
    database,
    db,
    identity,
    settings,
    publicUrl,
    allowedHosts: readAllowedHosts(allowedHosts),
    sourceAccess,
    selectorFault,
    allowedOrigins,
    tokenKey: await tokenKeyOf(db),
    build,
    instance,
    queues: createWorkQueues(settings, registry),
    accessWatch: openAccessWatch({
      database,
      db,
      onError: (err) => log?.warn({ err }, "failed to read changes of access"),
    }),
    feed: openChangeFeed({ database, db, onError: (err) => log?.warn({ err }, "changes cannot be read just now") }),
  };
}

/** Made once for the installation, whichever process is first. */
async function tokenKeyOf(db: Store): Promise<Uint8Array> {
  await db
    .insertInto("vedette.installation")
    .values({ token_key: randomBytes(TOKEN_KEY_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token_key } = await db.selectFrom("vedette.installation").select("token_key").executeTakeFirstOrThrow();
  return token_key;
}
