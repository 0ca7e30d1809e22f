import { createSecretKey, randomBytes } from "node:crypto";
import type { Database } from "@vedette/database";
import type { OpenTestDatabase } from "@vedette/database/testing";
import { type Delivery, deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { jobTables } from "@vedette/delivery/testing";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import {
  createConfirmedUser,
  hashPassword,
  type Identity,
  type IdentityOptions,
  type IdentitySettings,
  identityMigrations,
  identityRoutes,
  identitySettings,
  openIdentity,
} from "@vedette/identity";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import {
  openResources,
  type ResourceSettings,
  type Resources,
  resourceMigrations,
  resourceRoutes,
  resourceSettings,
} from "../src/index.ts";
import { hashWallKey, newWallKey } from "../src/walls/wall-key.ts";

export const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
export const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";
export const DATA_SOURCES = "/apis/datasource.vedette.app/v1/namespaces/default/datasources";
export const FOLDERS = "/apis/folder.vedette.app/v1/namespaces/default/folders";
export const TEAMS = "/apis/team.vedette.app/v1/namespaces/default/teams";
export const PUBLIC_URL = "http://localhost:8080";
export const PASSWORD = "a-good-long-password";

/** People with a role, and three who have none: the operator's key, a wall and nobody. */
const WHO = ["nobody", "wall", "stranger", "viewer", "editor", "admin", "secret-key"] as const;

export type Who = (typeof WHO)[number];

interface Ask {
  /** The administrator unless said. */
  readonly as?: Who;
  readonly body?: unknown;
  /** JSON text that is sent letter by letter. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Network address that the request comes from. */
  readonly from?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A server with its own database. */
export interface Room extends AsyncDisposable {
  readonly app: App;
  readonly database: Database;
  readonly delivery: Delivery;
  readonly resources: Resources;
  /** The `Authorization` header of somebody. */
  bearer(who: Who): string;
  ask(method: Method, path: string, ask?: Ask): Promise<Reply>;
}

export interface RoomOptions {
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Whether the people of {@link WHO} are there; without them nobody has set the room up. */
  readonly people?: "everybody" | "nobody";
  readonly publicUrl?: string;
  readonly settings?: Partial<ResourceSettings>;
  readonly identity?: Partial<IdentitySettings>;
  /** Files to speak TLS with. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
}

/** The role that each person gets; the viewer has it because nobody gave another one. */
const ROLES = { stranger: "None", viewer: undefined, editor: "Editor", admin: "Admin" } as const;
const SECRET_KEY = "vd_secret_for-tests-only";

export async function openRoom(openTestDatabase: OpenTestDatabase, options: RoomOptions = {}): Promise<Room> {
  const database = await openTestDatabase(
    [...deliveryMigrations, ...identityMigrations, ...resourceMigrations],
    jobTables,
  );
  const publicUrl = options.publicUrl ?? PUBLIC_URL;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const registry = createRegistry();
  const masterKey = createSecretKey(randomBytes(32));
  const keyRing = {
    sealingKeyId: "test",
    masterKeyById: new Map([["test", masterKey]]),
    sealsAuth: false,
    isOperators: false,
  };
  const settings = settingsFrom(deliverySettings);
  const delivery = await openDelivery({ db: database, keyRing, settings, registry, log });
  const identity = await openTestIdentity({ db: database, keyRing, delivery, publicUrl }, options.identity);
  const resources = await openResources({
    db: database,
    identity,
    settings: settingsFrom(resourceSettings, options.settings),
    publicUrl,
    allowedHosts: options.allowedHosts ?? [],
    selectorFault: (selector) => (selector.endsWith("}") ? undefined : "it does not end"),
    allowedOrigins: options.allowedOrigins ?? [],
    build: { version: "13.0.0", commit: "none", builtAt: 0 },
    instance: { describe: async () => ({}), findings: async () => ({}) },
    deliveryWorkers: { title: "Delivery workers", tags: ["vedette"], panels: [] },
  });
  const { certFile = "", keyFile = "" } = options.tls ?? {};
  const tls = { "server.tls.cert_file": certFile, "server.tls.key_file": keyFile };
  const app = createHttpServer({ settings: settingsFrom(httpSettings, { "log.level": "fatal", ...tls }), publicUrl });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.register(resourceRoutes, { resources });
  await app.ready();
  const tokens =
    options.people === "nobody" ? new Map<Who, string>() : await admitEverybody({ app, database, identity });
  const bearer = (who: Who) => `Bearer ${tokens.get(who) ?? ""}`;
  return {
    app,
    database,
    delivery,
    resources,
    bearer,
    ask: (method, url, ask) => askApp(app, { method, url, bearer, ...ask }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await delivery.close();
      await database.close();
    },
  };
}

/** A value inside of an answer, by its path: `metadata.resourceVersion`. */
export function at(reply: Reply, path: string): unknown {
  let value = reply.json;
  for (const key of path.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return value;
}

/** What a browser sends along after an answer: its cookies. */
export function cookieOf(reply: Reply): string {
  const header = reply.headers["set-cookie"];
  return [header].flat().join("; ").split(";", 1)[0] ?? "";
}

async function askApp(
  app: App,
  {
    method,
    url,
    bearer,
    as = "admin",
    body,
    text,
    headers = {},
    from = "127.0.0.1",
  }: Ask & { method: Method; url: string; bearer: Room["bearer"] },
): Promise<Reply> {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await app.inject({
    method,
    url,
    remoteAddress: from,
    headers: {
      ...(as === "nobody" ? {} : { authorization: bearer(as) }),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    get json(): unknown {
      return JSON.parse(answer.body);
    },
  };
}

async function openTestIdentity(
  ground: Pick<IdentityOptions, "db" | "keyRing" | "delivery" | "publicUrl">,
  given: Partial<IdentitySettings> = {},
): Promise<Identity> {
  return await openIdentity({
    ...ground,
    // More people are invited here in a minute than the built-in sender takes mails in an hour.
    settings: settingsFrom(identitySettings, { "auth.rate_limits.email.inbuilt_smtp_per_hour": 1000, ...given }),
    apiKeys: { secretKey: SECRET_KEY },
    // Four people sign in to every room; what their hashes cost is for the tests of passwords.
    argon2Cost: { memory: 8, passes: 1, parallelism: 1 },
  });
}

/** Makes the people and signs them in. */
async function admitEverybody({
  app,
  database,
  identity,
}: {
  app: App;
  database: Database;
  identity: Identity;
}): Promise<Map<Who, string>> {
  const tokens = new Map<Who, string>([
    ["secret-key", SECRET_KEY],
    ["wall", await admitWall(database)],
  ]);
  const passwordHash = await hashPassword(identity, PASSWORD);
  const origin = { ipAddress: "127.0.0.1", userAgent: "test" };
  for (const who of ["stranger", "viewer", "editor", "admin"] as const) {
    const email = `${who}@example.test`;
    const user = await identity.db
      .transaction()
      .execute((trx) => createConfirmedUser(identity, trx, { email, passwordHash, name: who, origin }));
    if (ROLES[who] !== undefined) {
      await database.query("insert into vedette.memberships (user_id, role) values ($1, $2)", [user.id, ROLES[who]]);
    }
    const url = "/auth/v1/token?grant_type=password";
    const answer = await app.inject({ method: "POST", url, payload: { email, password: PASSWORD } });
    const session: unknown = answer.json();
    const token: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "access_token") : "";
    tokens.set(who, String(token));
  }
  return tokens;
}

/** A wall that was let in to a playlist that is not there. */
async function admitWall(database: Database): Promise<string> {
  const key = newWallKey();
  await database.query(
    `insert into vedette.walls (key_hash, name, playlist, created_by, given_by, expires_at)
      values ($1, 'hall', 'lobby', 'test', 'api-key:secret-key', now() + interval '1 day')`,
    [hashWallKey(key)],
  );
  return key;
}
