import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { migrate, openDatabase, storeIn } from "@vedette/database";
import { EMPTY_STORE } from "./empty-store.ts";
import { MIGRATIONS } from "./migrations.ts";

/** A step of the build: makes the store that new installations begin with. */
const folder = mkdtempSync(join(dirname(EMPTY_STORE), "making-store-"));
const db = await openDatabase({ dataDir: folder });
await migrate(db, MIGRATIONS);
// New installations copy, and force to the disk, one file by one: what nobody ever opens, half of the files, is left out.
await db.query("update pg_catalog.pg_database set datistemplate = false where datname <> current_database()");
for (const name of ["template0", "template1"]) await db.query(`drop database ${name}`);
await db.close();
rmSync(EMPTY_STORE, { recursive: true, force: true });
renameSync(storeIn(folder), EMPTY_STORE);
rmSync(folder, { recursive: true });
