import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase, openKeyRing } from "@vedette/database";
import { deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { createHttpServer, httpSettings } from "@vedette/http";
import { identityMigrations, identityRoutes, identitySettings, openIdentity } from "@vedette/identity";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";

/** The identity service alone, on a free port and an empty database. */
export async function startIdentityService(url: string): Promise<{ readonly server: Server } & AsyncDisposable> {
  const db = await openDatabase({ url, poolSize: 10, acquireTimeoutSeconds: 30 });
  await migrate(db, [...identityMigrations, ...deliveryMigrations]);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-bench-"));
  const keyRing = openKeyRing({ dataDir });
  const delivery = await openDelivery({
    db,
    keyRing,
    settings: settingsFrom(deliverySettings),
    registry: createRegistry(),
    log,
  });
  const identity = await openIdentity({
    db,
    keyRing,
    settings: settingsFrom(identitySettings, {
      "auth.email.autoconfirm": true,
      // The limits are asked, and let everybody through.
      "auth.rate_limit.token_refresh": "1000000/1ms",
      "auth.rate_limit.sign_in_sign_ups": "1000000/1ms",
    }),
    delivery,
    publicUrl: "http://localhost:8080",
    apiKeys: { secretKey: "vd_secret_bench" },
  });
  const settings = settingsFrom(httpSettings, { "log.level": "silent" });
  const app = createHttpServer({ settings, publicUrl: "http://localhost:8080" });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    server: app.server,
    async [Symbol.asyncDispose]() {
      await app.close();
      await delivery.close();
      await db.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
