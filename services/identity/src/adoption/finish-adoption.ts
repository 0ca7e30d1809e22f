import type { Database } from "@vedette/database";

/**
 * What a database that was taken over keeps: its sessions go on with refresh tokens that are rows, so that the reference
 * service can be started on it again, until somebody wants the newer form. A value that is stored already stays.
 *
 * @see contract of identity, 3.3: "for an adopted database: whatever is configured, default 1"
 */
export async function finishAdoption(db: Database): Promise<void> {
  await db.query(
    "insert into vedette.settings (key, value) values ('auth.refresh_token_algorithm_version', '1') on conflict (key) do nothing",
  );
}
