import { AUTH_SCHEMA } from "../migrations/auth-schema.ts";
import { LATER_COLUMN_NAMES } from "../migrations/later-releases.ts";

/**
 * Levels of the schema `auth`, as the reference service records them in `auth.schema_migrations`. The oldest one that
 * can be taken over brought the table `one_time_tokens`; newer ones than the newest have not been looked at.
 */
export const OLDEST_LEVEL = "20240427152123";
export const NEWEST_LEVEL = "20260911120000";

/** Every column that we know, by table; read from the schema that we make ourselves and what a later migration adds. */
export const KNOWN_COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...AUTH_SCHEMA.matchAll(/create table if not exists auth\.(\w+) \(\n([\s\S]*?)\n\);/g)].map(
    ([, table = "", body = ""]) => [
      table,
      new Set([
        ...[...body.matchAll(/^ {2}(\w+) /gm)].map(([, column = ""]) => column).filter((name) => name !== "constraint"),
        ...LATER_COLUMN_NAMES.filter((path) => path.startsWith(`${table}.`)).map((path) =>
          path.slice(table.length + 1),
        ),
      ]),
    ],
  ),
);

/** Where secrets may be sealed, and by which column's text the key is bound to the row. */
export const SEALED_COLUMNS = [
  { table: "users", column: "encrypted_password" },
  { table: "mfa_factors", column: "secret" },
  { table: "sessions", column: "refresh_token_hmac_key" },
] as const;
