import { createClient } from "@supabase/supabase-js";
import { type Database, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  insertRowSession,
  insertSignedSession,
  insertUser,
  PASSWORDS,
  referenceDatabase,
} from "../services/identity/test/adopted-database.ts";
import { aDataDir, removeDataDir, runVedette, startVedette } from "./running-server.ts";

const dataDir = aDataDir();
let database: Awaited<ReturnType<typeof createPostgresTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createPostgresTestDatabase();
  db = await referenceDatabase(() => openDatabase({ url: database.url }), "20251104100000");
}, 120_000);

afterAll(async () => {
  await db.close();
  await database.drop();
  removeDataDir(dataDir);
});

const adopt = (...flags: string[]) =>
  runVedette(["migrate", "adopt", ...flags], { VEDETTE_DATABASE_URL: database.url, VEDETTE_DATA_DIR: dataDir });

const hasOurTables = async () =>
  (await db.query("select to_regclass('vedette.migrations') is not null as there")).rows[0]?.["there"];

describe("vedette migrate adopt", () => {
  it("looks first, refuses what it does not know when told so, takes over once, and serves", async () => {
    const id = await insertUser(db, { email: "ada@example.com", password: PASSWORDS.bcrypt.hash() });
    const ofRows = await insertRowSession(db, id);
    const signed = await insertSignedSession(db, id);
    await db.query("insert into auth.schema_migrations values ('20990101000000')");

    const dry = await adopt("--dry-run");
    expect(dry).toMatchObject({ exitCode: 0 });
    expect(dry.output).toMatch(/users +1 \(passwords: 1 bcrypt\)\n +identities +1\n +sessions +2, 1 refresh tokens/);
    expect(dry.output).toContain("Warning: 20990101000000 is newer than this version knows");
    expect(dry.output).toContain("Warning: neither VEDETTE_JWT_SECRET nor VEDETTE_JWT_KEYS is set");
    expect(dry.output).toContain("Left alone: users.nickname");
    const strict = await adopt("--strict-schema");
    expect(strict).toMatchObject({ exitCode: 1 });
    expect(strict.output).toContain("Nothing has been changed.");
    const env = { VEDETTE_DATABASE_URL: database.url, VEDETTE_DATA_DIR: dataDir, VEDETTE_UI_PORT: "0" };
    const strictStart = await runVedette(["start", "--strict-schema"], env);
    expect(strictStart).toMatchObject({ exitCode: 1, output: expect.stringContaining("20990101000000") });
    expect(await hasOurTables()).toBe(false);
    expect((await adopt("--no-such-flag")).exitCode).toBe(1);

    expect(await adopt()).toMatchObject({ exitCode: 0, output: expect.stringContaining("Taken over.") });
    const again = await adopt("--json");
    expect(JSON.parse(again.output.slice(again.output.indexOf("{")))).toMatchObject({ isAdopted: true, added: [] });

    const vedette = await startVedette({ dataDir, env: { VEDETTE_DATABASE_URL: database.url } });
    try {
      const client = () =>
        createClient(vedette.url, vedette.keys.publishable_key, {
          auth: { persistSession: false, autoRefreshToken: false },
        });
      for (const refresh_token of [ofRows, signed]) {
        const { data, error } = await client().auth.refreshSession({ refresh_token });
        expect(error).toBeNull();
        expect(data.user?.id).toBe(id);
      }
      const { data, error } = await client().auth.signInWithPassword({
        email: "ada@example.com",
        password: PASSWORDS.bcrypt.password,
      });
      expect(error).toBeNull();
      // Sessions keep the form that the reference service knows at every level.
      expect(data.session?.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    } finally {
      await vedette.stop();
    }
  });
});
