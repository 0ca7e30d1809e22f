import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openKeyRing } from "@vedette/database";
import type { OpenTestDatabase } from "@vedette/database/testing";
import { deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { jobTables } from "@vedette/delivery/testing";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import { onTestFinished } from "vitest";
import { type Identity, identityMigrations, identityRoutes, identitySettings, openIdentity } from "../src/index.ts";

/** One of two people. Person 0 owns the contact values 0 and 2, person 1 owns the value 1. */
export type Person = 0 | 1;
export const emailOf = (value: number) => `person-${value}@example.com`;
export const phoneOf = (value: number) => `1555000000${value}`;
export const ownerOf = (value: number): Person => (value === 1 ? 1 : 0);
export const CODE = "424242";
export const SECRET_KEY = "vd_secret_for-tests-only";
export const SCIM_TOKEN = "directory-token-directory-token-1";

interface Message {
  readonly to: string;
  readonly kind: string;
  readonly code: string;
  readonly hash: string;
  /** Who made the request that sent it. */
  readonly by: Person | "administrator";
}

interface HeldSession {
  readonly token: string;
  readonly userId: string;
}

/** An identity service without a port, and what two people know and hold. */
export interface World {
  readonly app: App;
  readonly db: Database;
  readonly identity: Identity;
  readonly messages: Message[];
  readonly sessions: readonly [HeldSession[], HeldSession[]];
  /** Who has proved an identifier of a user. */
  readonly provers: Map<string, Set<Person>>;
  /** Users whose contact values an administrator or the directory has changed. */
  readonly administered: Set<string>;
  /** Who chose the password of a user that has never been proved. */
  readonly passwordBy: Map<string, Person>;
  /** Users and the people who have requested a passwordless sign-in for them. */
  readonly passwordlessBy: Set<string>;
  actor: Person | "administrator";
  /** Ends everything that the run before has left. */
  reset(): Promise<void>;
}

const SETTINGS = {
  "auth.site_url": "http://localhost:3000",
  "auth.email.authorized_addresses": ["*@example.com"],
  "auth.email.max_frequency": "0s",
  "auth.rate_limits.email.inbuilt_smtp_per_hour": 1000,
  "auth.enable_manual_linking": true,
  "auth.sms.enable_signup": true,
  "auth.sms.test_otp": [0, 1, 2].map((value) => `${phoneOf(value)}:${CODE}`),
  "auth.scim.enabled": true,
  "auth.scim.token": SCIM_TOKEN,
};

export async function openWorld(open: OpenTestDatabase): Promise<World> {
  const db = await open([...identityMigrations, ...deliveryMigrations], jobTables);
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-contacts-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const keyRing = openKeyRing({ dataDir });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const settings = settingsFrom(deliverySettings, {});
  const delivery = await openDelivery({ db, keyRing, settings, registry: createRegistry(), log });
  onTestFinished(() => delivery.close());
  const messages: Message[] = [];
  const identity = await openIdentity({
    db,
    keyRing,
    settings: settingsFrom(identitySettings, SETTINGS),
    // Messages are read as they are queued: a run must not wait for the queue.
    delivery: { ...delivery, queueMail: async (_trx, mail) => void messages.push(readMessage(mail, world.actor)) },
    publicUrl: "http://localhost:8080",
    apiKeys: { secretKey: SECRET_KEY },
    argon2Cost: { memory: 8, passes: 1, parallelism: 1 },
  });
  const app = createHttpServer({
    // A long run may be starved by other work on the machine: that a request took long is no violation.
    settings: settingsFrom(httpSettings, { "log.level": "silent", "server.limits.answer_seconds": 3600 }),
    publicUrl: "http://localhost:8080",
  });
  onTestFinished(() => app.close());
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.ready();
  let runs = 0;
  const world: World = {
    app,
    db,
    identity,
    messages,
    sessions: [[], []],
    provers: new Map(),
    administered: new Set(),
    passwordBy: new Map(),
    passwordlessBy: new Set(),
    actor: "administrator",
    async reset() {
      runs += 1;
      // Deleted rows would slow down every run after them.
      if (runs % 100 === 0) await db.query("vacuum");
      await db.exec(
        "delete from auth.users; delete from vedette.rate_limits; delete from auth.audit_log_entries; delete from auth.flow_state",
      );
      messages.length = 0;
      for (const held of world.sessions) held.length = 0;
      for (const known of [world.provers, world.administered, world.passwordBy, world.passwordlessBy]) known.clear();
    },
  };
  return world;
}

function readMessage({ to, kind, text }: { to: string; kind: string; text: string }, by: Message["by"]): Message {
  return {
    to,
    kind,
    code: /code: (\d+)/.exec(text)?.[1] ?? "",
    hash: /[?&]token=([^&\s]+)/.exec(text)?.[1] ?? "",
    by,
  };
}
