import { migrate, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { aUser, call, PASSWORD } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

const PEOPLE = 2000;

/** Rows that PostgreSQL has read one after the other, without an index. */
const ROWS_READ = sql<{ count: number }>`
  select sum(seq_tup_read)::int as count from pg_stat_user_tables where relname in ('users', 'identities')`;

it("sign-up reads no table again for every user while PostgreSQL believes that there is one", async () => {
  const { url, drop } = await createPostgresTestDatabase();
  const db = await openDatabase({ url, poolSize: 1 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const server = await startIdentity(
    async (migrations) => {
      await migrate(db, migrations ?? []);
      return db;
    },
    { settings: { "auth.email.autoconfirm": true } },
  );
  const store = db.as();
  const signUp = async (name: string): Promise<number> => {
    const body = { email: `${name}@example.com`, password: PASSWORD };
    return (await call(server, "POST /signup", { body })).status;
  };
  await aUser(server);
  await sql`analyze auth.users, auth.identities`.execute(store);
  // From the sixth time on PostgreSQL keeps the plan of a named statement.
  for (let turn = 0; turn < 10; turn += 1) expect(await signUp(`early-${turn}`)).toBe(200);
  await sql`
    with people as (
      insert into auth.users (id, aud, role, email)
      select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.com'
      from generate_series(1, ${PEOPLE}::int) n returning id, email
    )
    insert into auth.identities (id, provider_id, provider, user_id, identity_data)
    select gen_random_uuid(), id::text, 'email', id, jsonb_build_object('sub', id, 'email', email) from people`.execute(
    store,
  );
  const rowsRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(store);
    return (await ROWS_READ.execute(store)).rows[0]?.count ?? 0;
  };

  const before = await rowsRead();
  expect(await signUp("late")).toBe(200);

  expect((await rowsRead()) - before).toBeLessThan(20 * PEOPLE);
});
