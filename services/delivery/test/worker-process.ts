/** A process of its own that opens delivery on a database and queues one mail. Killed by the test. */
import { migrate, openDatabase } from "@vedette/database";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import { deliveryMigrations, deliverySettings, openDelivery } from "../src/index.ts";
import { KEY_RING } from "./key-ring.ts";

const [store = "", port = ""] = process.argv.slice(2);
const db = await openDatabase(store.startsWith("postgres:") ? { url: store } : { dataDir: store });
await migrate(db, deliveryMigrations);
const delivery = await openDelivery({
  db,
  keyRing: KEY_RING,
  settings: settingsFrom(deliverySettings, {
    "auth.email.smtp.host": "127.0.0.1",
    "auth.email.smtp.port": Number(port),
    "auth.email.smtp.admin_email": "watch@example.org",
  }),
  registry: createRegistry(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
await db
  .as()
  .transaction()
  .execute((trx) =>
    delivery.queueMail(trx, {
      to: "ada@example.org",
      subject: "Sent by whoever lives",
      text: "text",
      html: "html",
      kind: "invite",
    }),
  );
