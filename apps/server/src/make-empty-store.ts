import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { migrate, openDatabase, storeIn } from "@vedette/database";
import { EMPTY_STORE } from "./empty-store.ts";
import { MIGRATIONS } from "./migrations.ts";

/** A step of the build: makes the store that new installations begin with. */
const folder = mkdtempSync(join(dirname(EMPTY_STORE), "making-store-"));
const db = await openDatabase({ dataDir: folder });
await migrate(db, MIGRATIONS);
await db.close();
rmSync(EMPTY_STORE, { recursive: true, force: true });
renameSync(storeIn(folder), EMPTY_STORE);
rmSync(folder, { recursive: true });
