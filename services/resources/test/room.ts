import type { OpenTestDatabase } from "@vedette/database/testing";
import { type App, createAccess, createHttpServer, HttpError, httpSettings, readAllowedHosts } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import type { Caller } from "../src/access/caller.ts";
import { ACTIONS, holdsAction, permissionsOfRole } from "../src/access/permissions.ts";
import { ResourceError } from "../src/errors.ts";
import { resourceMigrations } from "../src/migrations.ts";
import type { ResourceDatabase } from "../src/resource-tables.ts";
import { resourceScopes } from "../src/routes/mount.ts";
import { firstObjects, plantSeeds } from "../src/seeds/seed.ts";

export const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
export const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";
export const DATA_SOURCES = "/apis/datasource.vedette.app/v1/namespaces/default/datasources";

/** Who asks. */
export type Who = "nobody" | "viewer" | "editor" | "admin" | "secret-key";

export interface Ask {
  /** The administrator unless said. */
  readonly as?: Who;
  readonly body?: unknown;
  /** JSON text that is sent letter by letter. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

/** A server with its own database, and people of every role. */
export interface Room extends AsyncDisposable {
  readonly app: App;
  /** The `Authorization` header of somebody. */
  bearer(who: Who): string;
  ask(method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, ask?: Ask): Promise<Reply>;
}

const publicUrl = "http://localhost:8080";
const ROLE = { viewer: "Viewer", editor: "Editor", admin: "Admin", "secret-key": "Admin" } as const;

export async function openRoom(openTestDatabase: OpenTestDatabase): Promise<Room> {
  const database = await openTestDatabase(resourceMigrations);
  const db = database.as<ResourceDatabase>();
  const seeds = firstObjects({ title: "Delivery workers", tags: ["vedette"] }, `${publicUrl}/prometheus`);
  await plantSeeds(db, seeds, new Date());
  const resources = {
    database,
    db,
    publicUrl,
    allowedHosts: readAllowedHosts(["127.0.0.1"]),
    tokenKey: new Uint8Array(32),
    build: { version: "13.0.0", commit: "none" },
  };
  const app = createHttpServer({ settings: settingsFrom(httpSettings, { "log.level": "fatal" }), publicUrl });
  const access = createAccess<Caller>({
    async authenticate(request) {
      const who = Object.keys(ROLE).find((name) => `Bearer ${name}` === request.headers.authorization);
      if (who === undefined) return undefined;
      const role = ROLE[who as keyof typeof ROLE];
      const permissions = permissionsOfRole(role);
      return {
        kind: "user",
        uid: who,
        login: `${who}@example.test`,
        role,
        isServerAdmin: false,
        via: "bearer",
        permissions,
      };
    },
    async authorize(caller, permission) {
      if (!caller) throw new HttpError("unauthorized");
      const action = ACTIONS.find((c) => c === permission);
      if (action && !holdsAction(caller.permissions, action)) throw new ResourceError("not_allowed");
    },
  });
  // @ts-expect-error the identity service comes later
  await app.register(resourceScopes, { resources, access });
  await app.ready();
  return {
    app,
    bearer: (who) => `Bearer ${who}`,
    async ask(method, url, { as = "admin", body, text, headers = {} } = {}) {
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...(as === "nobody" ? {} : { authorization: `Bearer ${as}` }),
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
    },
    async [Symbol.asyncDispose]() {
      await app.close();
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
