import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, type KeyRing, openKeyRing } from "@vedette/database";
import type { OpenTestDatabase } from "@vedette/database/testing";
import { deliveryMigrations, deliverySettings, openDelivery, type StoredMail } from "@vedette/delivery";
import { jobTables } from "@vedette/delivery/testing";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import { createLog } from "@vedette/http/log";
import { type Settings, type SettingsOf, settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import { onTestFinished, vi } from "vitest";
import {
  type Identity,
  identityMigrations,
  identityRoutes,
  identitySettings,
  openIdentity,
  rootMetadataRoutes,
} from "../src/index.ts";

/** A running identity service with a database of its own. */
export interface IdentityServer {
  readonly app: App;
  readonly db: Database;
  readonly identity: Identity;
  /** Of the server, without /auth/v1; only there after `listen`. */
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** The newest mail of a kind to an address, once it has passed the queue. */
  mailTo(address: string, kind: string): Promise<ReadMail>;
  /** How many mails an address has got, once the queue is empty. */
  countMails(address: string): Promise<number>;
  /** Its metrics as text. */
  exposition(): string;
}

/** A mail with what a person takes from it. */
interface ReadMail extends StoredMail {
  readonly link: URL;
  readonly code: string;
  readonly tokenHash: string;
}

export interface ServerOptions {
  readonly settings?: Partial<SettingsOf<typeof identitySettings>>;
  /** Settings that can change while the server runs, instead of `settings` and `delivery`. */
  readonly live?: Settings;
  /** Where the log goes; nowhere when absent. */
  readonly logStream?: { write(line: string): void };
  /** Where settings were written; in a file unless given. */
  readonly sourceOf?: (setting: string) => string;
  /** How mails and text messages are sent. */
  readonly delivery?: Partial<SettingsOf<typeof deliverySettings>>;
  /** Hears the warnings of the service itself. */
  readonly log?: { warn(fields: object): void; info?(fields: object): void };
  /** Instead of one of its own. */
  readonly keyRing?: KeyRing;
  /** Hosts that may be called although nobody else's address may be of this machine. */
  readonly allowedHosts?: readonly string[];
  /** Passwords are hashed as in use: ten times the work of the rest of a sign-in. */
  readonly hasRealHashes?: boolean;
  /** A second process on the database of the first. */
  readonly beside?: IdentityServer;
}

const CHEAP_ARGON2 = { memory: 8, passes: 1, parallelism: 1 };

export const SITE = "http://localhost:3000";

const keyRings = new WeakMap<Database, ReturnType<typeof openKeyRing>>();

/** Starts the service on a free port. Everything ends with the test. */
export async function startIdentity(open: OpenTestDatabase, options: ServerOptions = {}): Promise<IdentityServer> {
  const db = options.beside?.db ?? (await open([...identityMigrations, ...deliveryMigrations], jobTables));
  const secretKey = "vd_secret_for-tests-only";
  const publishableKey = "vd_publishable_for-tests-only";
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const registry = createRegistry();
  const delivery = await openDelivery({
    db,
    keyRing: options.keyRing ?? keyRingOf(db),
    settings:
      options.live?.of(deliverySettings) ??
      settingsFrom(deliverySettings, { "auth.sms.use_inbox": true, ...options.delivery }),
    registry,
    log,
  });
  onTestFinished(() => delivery.close());
  const settings =
    options.live?.of(identitySettings) ??
    settingsFrom(identitySettings, {
      "auth.site_url": SITE,
      "auth.email.authorized_addresses": ["*@example.com", "*@new.example", "*@good.example"],
      "auth.rate_limits.email.inbuilt_smtp_per_hour": 1000,
      ...options.settings,
    });
  const app = createHttpServer({
    settings: settingsFrom(httpSettings, { "log.level": "silent" }),
    publicUrl: "http://localhost:8080",
    log: options.logStream && createLog("trace", options.logStream),
  });
  onTestFinished(() => app.close());
  // The routes need the address that the port decides, so that links in mails can be opened; but who listens has all
  // its routes. So another server listens first, and hands over.
  const listener = createServer();
  const port = await listen(listener);
  const url = `http://127.0.0.1:${port}`;
  const identity = await openIdentity({
    db,
    keyRing: options.keyRing ?? keyRingOf(db),
    settings,
    delivery,
    publicUrl: url,
    apiKeys: { secretKey },
    argon2Cost: options.hasRealHashes ? undefined : CHEAP_ARGON2,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.allowedHosts === undefined ? {} : { allowedHosts: options.allowedHosts }),
    ...(options.sourceOf === undefined ? {} : { sourceOf: options.sourceOf }),
  });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.register(rootMetadataRoutes, { identity });
  await app.ready();
  await once(app.server.listen(listener), "listening");
  const inboxOf = async (address: string) =>
    (await delivery.listMails({ page: 1, perPage: 100 })).mails.filter(({ to }) => to === address);

  return {
    app,
    db,
    identity,
    url,
    secretKey,
    publishableKey,
    exposition: () => registry.expose(),
    mailTo: (address, kind) =>
      vi.waitFor(
        async () => {
          const head = (await inboxOf(address)).find((mail) => mail.kind === kind);
          const mail = head && (await delivery.readMail(head.id));
          if (mail === undefined) throw new Error(`No mail of the kind ${kind} to ${address}`);
          return readMail(mail);
        },
        { timeout: 10_000, interval: 20 },
      ),
    async countMails(address) {
      await vi.waitFor(
        async () => {
          const { rows } = await db.query(
            "select count(*) as open from vedette_jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'",
          );
          if (rows[0]?.["open"] !== "0") throw new Error("Mails are still on their way");
        },
        { timeout: 10_000, interval: 20 },
      );
      return (await inboxOf(address)).length;
    },
  };
}

function readMail(mail: StoredMail): ReadMail {
  const link = new URL(/https?:\/\/\S+\/verify\?\S+/.exec(mail.text)?.[0] ?? "none:");
  return {
    ...mail,
    link,
    code: /code: (\d+)/.exec(mail.text)?.[1] ?? "",
    tokenHash: link.searchParams.get("token") ?? "",
  };
}

function keyRingOf(db: Database): ReturnType<typeof openKeyRing> {
  const known = keyRings.get(db);
  if (known !== undefined) return known;
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-identity-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const keyRing = openKeyRing({ dataDir });
  keyRings.set(db, keyRing);
  return keyRing;
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return address.port;
}
